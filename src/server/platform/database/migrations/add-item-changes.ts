// Adds the record of what happens to published items, however it happens: it feeds the stream of changes.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const STATEMENTS = [
  // `position` is the place in the stream, given once the write is committed: it never falls behind what was read.
  `create table item_change (
    id bigserial primary key,
    position bigint unique,
    item_id text not null,
    item_type text not null,
    from_status text,
    to_status text,
    at timestamptz(3) not null
  )`,
  'create index item_change_waiting on item_change (id) where position is null',
  'create index item_change_at on item_change (at)',
  `create function note_published_items() returns trigger language plpgsql as $$
    begin
      insert into item_change (item_id, item_type, to_status, at)
        select id, type, status, updated_at from added where published_at is not null;
      return null;
    end $$`,
  `create function note_changed_item() returns trigger language plpgsql as $$
    begin
      insert into item_change (item_id, item_type, from_status, to_status, at)
        values (new.id, new.type, old.status, new.status, new.updated_at);
      return null;
    end $$`,
  `create function note_removed_items() returns trigger language plpgsql as $$
    begin
      insert into item_change (item_id, item_type, from_status, at)
        select id, type, status, now() from removed where published_at is not null;
      return null;
    end $$`,
  `create trigger item_change_added after insert on item referencing new table as added
    for each statement execute function note_published_items()`,
  `create trigger item_change_made after update of status, revision on item for each row
    when (new.published_at is not null and (old.status, old.revision) is distinct from (new.status, new.revision))
    execute function note_changed_item()`,
  `create trigger item_change_removed after delete on item referencing old table as removed
    for each statement execute function note_removed_items()`,
]

export async function addItemChanges(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
