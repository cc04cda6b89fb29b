// Adds the table of accounts of programs, each with the hash of its key.
import { type Kysely, sql } from 'kysely'
import { CREATED } from '#server/platform/database/baseline/column-types.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function addServiceAccounts(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`create table service_account (
      account_id text primary key,
      key_hash text not null unique,
      key_hint text not null,
      mode text not null,
      operations jsonb not null,
      expires_on text not null,
      last_used_at timestamptz(3),
      revoked_at timestamptz(3),
      created_by text not null,
      created_at ${CREATED}
    )`)
    .execute(db)
}
