// Projects the parameters of items that are online into tables, to find items by parameter (migration 95).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const places = (letter: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)

const NUMBERS = places('n', 16)
const CHOICES = places('c', 8)
const OWN = places('f', 8)
const LISTS = places('l', 6)
const COLUMNS = ['set_no', 'published_at', 'region', ...NUMBERS, ...CHOICES, ...OWN, ...LISTS]

/**
 * Every parameter set has a limited number of keys, and all sets share a few columns. `parameter_slot` declares for
 * each set which key is stored in which column. So fifty sets need sixteen indexes instead of five hundred, and none
 * on items. The set without a name represents the fields that items of all sets have.
 */
const STATEMENTS = [
  `create table parameter_source (type text primary key, field text not null, chooser text not null)`,
  `create table parameter_set (
    no int generated always as identity primary key,
    type text not null,
    set_id text not null,
    ready boolean not null default false,
    unique (type, set_id)
  )`,
  `create table parameter_slot (
    set_no int not null,
    key text not null,
    slot text not null,
    ready boolean not null default false,
    primary key (set_no, key),
    unique (set_no, slot)
  )`,
  `create table parameter_value (
    item_id text primary key,
    set_no int not null,
    published_at timestamptz(3),
    region text collate "C",
    ${NUMBERS.map((name) => `${name} float8`).join(', ')},
    ${[...CHOICES, ...OWN].map((name) => `${name} text`).join(', ')},
    ${LISTS.map((name) => `${name} text[]`).join(', ')}
  )`,
  `create index parameter_value_list on parameter_value (set_no, published_at desc, item_id desc)`,
  ...NUMBERS.map(
    (name) =>
      `create index parameter_value_${name} on parameter_value (set_no, ${name}, item_id) where ${name} is not null`,
  ),
  // Values that do not fit their column are left out, such as those from before a field was a number.
  `create or replace function parameter_row(one item) returns setof parameter_value language sql stable as $$
    select made.* from parameter_source source
    join parameter_set chosen on chosen.type = one.type and chosen.set_id = one.body ->> source.chooser
    left join parameter_set every on every.type = one.type and every.set_id = '',
    lateral jsonb_populate_record(null::parameter_value, coalesce((
      select jsonb_object_agg(slot.slot, held.value)
      from parameter_slot slot,
        lateral (select case when slot.set_no = chosen.no then one.body -> source.field else one.body end -> slot.key)
          held (value)
      where slot.set_no in (chosen.no, every.no) and case left(slot.slot, 1)
        when 'n' then jsonb_typeof(held.value) = 'number'
        when 'l' then jsonb_typeof(held.value) = 'array'
        else jsonb_typeof(held.value) in ('string', 'boolean') end
    ), '{}') || jsonb_build_object('item_id', one.id, 'set_no', chosen.no,
      'published_at', one.published_at, 'region', one.region)) made
    where source.type = one.type and one.status = 'online'
  $$`,
  `create or replace function keep_parameters() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        delete from parameter_value where item_id = old.id;
        return null;
      end if;
      if not exists (select 1 from parameter_source source where source.type in (new.type, old.type)) then
        return null;
      end if;
      insert into parameter_value select * from parameter_row(new)
        on conflict (item_id) do update
        set (${COLUMNS.join(', ')}) = (${COLUMNS.map((name) => `excluded.${name}`).join(', ')});
      if not found then delete from parameter_value where item_id = new.id; end if;
      return null;
    end
  $$`,
  `create trigger item_parameters
    after insert or delete or update of id, type, status, region, published_at, body on item
    for each row execute function keep_parameters()`,
]

export async function projectParameters(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
