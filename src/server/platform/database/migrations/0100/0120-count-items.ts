// Counts the items of each type, state and category and keeps the counts up to date (migration 120).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/**
 * Counting a million rows takes a tenth of a second, and every list shows its total. The number is the sum of the
 * rows of one type, state and category. Every connection adds to a row of its own, so that writers never wait for
 * each other and cannot deadlock.
 */
const STATEMENTS = [
  `create table item_count (
    type text not null,
    status text not null,
    category text not null,
    writer int not null,
    n bigint not null,
    primary key (type, status, category, writer)
  ) with (fillfactor = 50)`,
  `create function count_added() returns trigger language plpgsql as $$
    begin
      insert into item_count as kept
        select type, status, coalesce(category, ''), pg_backend_pid(), count(*) from added group by 1, 2, 3 order by 1, 2, 3
        on conflict (type, status, category, writer) do update set n = kept.n + excluded.n;
      return null;
    end
  $$`,
  `create function count_removed() returns trigger language plpgsql as $$
    begin
      insert into item_count as kept
        select type, status, coalesce(category, ''), pg_backend_pid(), -count(*) from removed group by 1, 2, 3 order by 1, 2, 3
        on conflict (type, status, category, writer) do update set n = kept.n + excluded.n;
      return null;
    end
  $$`,
  `create function count_moved() returns trigger language plpgsql as $$
    begin
      insert into item_count as kept values
        (old.type, old.status, coalesce(old.category, ''), pg_backend_pid(), -1),
        (new.type, new.status, coalesce(new.category, ''), pg_backend_pid(), 1)
        on conflict (type, status, category, writer) do update set n = kept.n + excluded.n;
      return null;
    end
  $$`,
  `create trigger item_added after insert on item
    referencing new table as added for each statement execute function count_added()`,
  `create trigger item_removed after delete on item
    referencing old table as removed for each statement execute function count_removed()`,
  `create trigger item_moved after update of type, status, category on item for each row
    when ((old.type, old.status, coalesce(old.category, '')) is distinct from (new.type, new.status, coalesce(new.category, '')))
    execute function count_moved()`,
  // The triggers lock out writers at this point.
  `insert into item_count select type, status, coalesce(category, ''), 0, count(*) from item group by 1, 2, 3`,
]

export async function countItems(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
