// Creates the imports of tables: rows are processed one by one until all are accepted or abandoned (migration 100).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const STATEMENTS = [
  `create table import_job (
    id text primary key,
    owner_id text not null,
    type text not null,
    set_id text,
    name text not null,
    digest text not null,
    columns jsonb not null,
    state text not null,
    total integer not null,
    judged integer not null default 0,
    imported integer not null default 0,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    unique (owner_id, type)
  )`,
  // `verdict` is empty until the row is validated. `item` is the item that a valid row will be stored as.
  `create table import_row (
    job_id text not null,
    place integer not null,
    row_no integer not null,
    cells jsonb not null,
    verdict text,
    errors jsonb,
    same_key text,
    item jsonb,
    primary key (job_id, place)
  )`,
  `create index import_row_key on import_row (job_id, same_key)`,
]

export async function createImports(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
