// Adds the table of pinned items: their order within the type, and when they end.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function addPins(db: Kysely<Schema>): Promise<void> {
  // Deferred, so that places can be exchanged by one statement.
  await sql`create table item_pin (
    item_id text primary key references item (id) on delete cascade,
    type text not null,
    place int not null,
    until timestamptz(3),
    constraint item_pin_place unique (type, place) deferrable initially deferred
  )`.execute(db)
}
