// Adds to the kept numbers of items those by the value of a field, which facets and statistics show.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const KEY = 'type, field, status, category, value, writer'

const STATEMENTS = [
  `alter table item_count add column field text not null default '', add column value text not null default ''`,
  `alter table item_count drop constraint item_count_pkey, add primary key (${KEY})`,
  ...[
    ['count_added', 'added', 'count(*)'],
    ['count_removed', 'removed', '-count(*)'],
  ].map(
    ([name, rows, n]) => `create or replace function ${name}() returns trigger language plpgsql as $$
    begin
      insert into item_count as kept
        select type, status, coalesce(category, ''), pg_backend_pid(), ${n} from ${rows} group by 1, 2, 3 order by 1, 2, 3
        on conflict (${KEY}) do update set n = kept.n + excluded.n;
      return null;
    end
  $$`,
  ),
  `create or replace function count_moved() returns trigger language plpgsql as $$
    begin
      insert into item_count as kept values
        (old.type, old.status, coalesce(old.category, ''), pg_backend_pid(), -1),
        (new.type, new.status, coalesce(new.category, ''), pg_backend_pid(), 1)
        on conflict (${KEY}) do update set n = kept.n + excluded.n;
      return null;
    end
  $$`,
]

export async function addCountedValues(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
