// Records the searchers of each item and counts them (migration 45).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** `searcher` is a digest that differs from item to item. */
export async function countSearchers(db: Kysely<Schema>): Promise<void> {
  await sql`create table search_hit (
    item_id text not null,
    searcher text not null,
    day date not null,
    primary key (item_id, searcher)
  )`.execute(db)
  await sql`create index search_hit_day on search_hit (day)`.execute(db)
  await sql`create table search_heat (
    item_id text primary key,
    type text not null,
    searchers int not null
  )`.execute(db)
  await sql`create index search_heat_rank on search_heat (type, searchers desc, item_id)`.execute(db)
}
