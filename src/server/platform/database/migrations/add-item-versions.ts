// Adds the table of versions of items: for each save who, when, why, and the fields that it changed.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const STATEMENTS = [
  `create table item_version (
    item_id text not null,
    number int not null,
    base int,
    revision int not null,
    is_change boolean not null default false,
    status text not null,
    actor text,
    behalf text,
    origin text not null,
    reason text,
    at timestamptz(3) not null,
    changed jsonb,
    primary key (item_id, number)
  )`,
  // Old ones are looked for, to be thinned out.
  `create index item_version_at on item_version (at)`,
]

export async function addItemVersions(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
