// Adds to accounts the reason and time of blocking and blacklisting, and temporary passwords (migration 5).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const STATEMENTS = [
  `alter table account
    add column block_reason text,
    add column black_at timestamptz(3),
    add column password_until timestamptz(3)`,
  `create index account_black on account (black_at desc) where black`,
  `create index audit_target on audit (target, id desc)`,
]

export async function extendAccounts(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
