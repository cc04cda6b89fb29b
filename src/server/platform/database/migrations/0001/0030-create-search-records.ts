// Creates the search records, and indexes the newest items of all types (migration 30).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function createSearchRecords(db: Kysely<Schema>): Promise<void> {
  await sql`create table search_record (
    user_id text not null,
    key_word text not null,
    times int not null default 1,
    searched_at timestamptz(3) not null,
    primary key (user_id, key_word)
  )`.execute(db)
  await sql`create table search_word (
    day date not null,
    word text not null,
    searcher text not null,
    primary key (day, word, searcher)
  )`.execute(db)
  await sql`create index item_newest on item (status, published_at desc, id desc)`.execute(db)
}
