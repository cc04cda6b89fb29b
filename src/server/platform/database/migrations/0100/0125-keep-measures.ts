// Keeps the units of stored numbers, so that the next configuration can preserve them (migration 125).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function keepMeasuresTable(db: Kysely<Schema>): Promise<void> {
  await sql`create table measure (
    type text not null,
    set_id text not null,
    key text not null,
    kind text not null,
    unit text not null,
    primary key (type, set_id, key)
  )`.execute(db)
}
