// Adds the table of the roles that accounts have beside their own, and of the requests for them.
import { type Kysely, sql } from 'kysely'
import { CREATED } from '#server/platform/database/baseline/column-types.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function addRoleAssignments(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`create table role_assignment (
      id text primary key,
      account_id text not null,
      role text not null,
      kind text not null,
      scope jsonb not null,
      state text not null,
      reason text not null,
      asked_by text not null,
      asked_at ${CREATED},
      decided_by text,
      decided_at timestamptz(3),
      ended_by text,
      ended_at timestamptz(3)
    )`)
    .execute(db)
  await sql.raw('create index role_assignment_account on role_assignment (account_id, state)').execute(db)
}
