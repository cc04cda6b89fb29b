// Counts for each item and day how often it was read and compared (migration 110).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** Earlier reads are counted only in the total of the item. */
export async function countInterest(db: Kysely<Schema>): Promise<void> {
  await sql`create table item_interest (
    item_id text not null,
    day date not null,
    type text not null,
    views int not null default 0,
    compares int not null default 0,
    primary key (item_id, day)
  )`.execute(db)
  await sql`create index item_interest_compared on item_interest (type, day) where compares > 0`.execute(db)
  await sql`create index item_interest_day on item_interest (day)`.execute(db)
}
