// Records items that have just become public, so that their followers can be notified (migration 181).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/**
 * Every item that becomes public is recorded in the same transaction, however it does so. While there are no follows,
 * no item is recorded.
 */
const STATEMENTS = [
  'create table fresh_item (item_id text primary key, at timestamptz(3) not null)',
  `create table follow_digest (
    user_id text not null,
    item_id text not null,
    at timestamptz(3) not null,
    primary key (user_id, item_id)
  )`,
  `create or replace function note_added_items() returns trigger language plpgsql as $$
    begin
      if exists (select from follow) then
        insert into fresh_item select id, published_at from added where published_at is not null
          on conflict do nothing;
      end if;
      return null;
    end $$`,
  `create or replace function note_published_item() returns trigger language plpgsql as $$
    begin
      if exists (select from follow) then
        insert into fresh_item values (new.id, new.published_at) on conflict do nothing;
      end if;
      return null;
    end $$`,
  `create trigger item_added_public after insert on item referencing new table as added
    for each statement execute function note_added_items()`,
  `create trigger item_published after update of published_at on item for each row
    when (old.published_at is null and new.published_at is not null) execute function note_published_item()`,
]

export async function tellFollowers(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
