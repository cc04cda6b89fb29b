// Links accounts to users of the single sign-on (migration 6).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function linkSingleSignOn(db: Kysely<Schema>): Promise<void> {
  await sql`alter table account add column sso_user text`.execute(db)
  await sql`create unique index account_sso_user on account (sso_user) where sso_user is not null`.execute(db)
}
