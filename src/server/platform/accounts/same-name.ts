// Compares user names without regard to case, for registration and for lookup.
import { type RawBuilder, sql } from 'kysely'

/** SQL condition on accounts, for which the unique index of names is made. Blanks and full-width letters are tidied before. */
export const hasUserName = (userName: string): RawBuilder<boolean> =>
  sql<boolean>`lower(account.user_name) = lower(${userName})`
