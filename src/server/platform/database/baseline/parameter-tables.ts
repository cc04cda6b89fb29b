// Creates the projection of parameters: items that are public are found by their parameters.

const slots = (letter: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)

const NUMBERS = slots('n', 16)
const TEXTS = [...slots('c', 8), ...slots('f', 8)]
const LISTS = slots('l', 6)
const COLUMNS = ['set_no', 'published_at', 'region', ...NUMBERS, ...TEXTS, ...LISTS]

/**
 * Every parameter set has a limited number of keys, and all sets share a few columns. `parameter_slot` declares for
 * each set which key is stored in which column. So fifty sets need sixteen indexes instead of five hundred, and none
 * on items. The set without a name represents the fields that items of all sets have.
 */
export const PARAMETER_TABLES: readonly string[] = [
  // `states`: those in which items of the type are public.
  `create table parameter_source (
    type text primary key,
    field text not null,
    chooser text not null,
    states text[] not null
  )`,
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
    ${TEXTS.map((name) => `${name} text`).join(', ')},
    ${LISTS.map((name) => `${name} text[]`).join(', ')}
  )`,
  `create index parameter_value_list on parameter_value (set_no, published_at desc, item_id desc)`,
  // The region stands behind the item, so that the order of those with the same value stays; what is elsewhere is
  // passed over without reading its row, which for one province is 96 of 100.
  ...NUMBERS.map(
    (name) =>
      `create index parameter_value_${name} on parameter_value (set_no, ${name}, item_id, region) where ${name} is not null`,
  ),
  // Values that do not fit their column are left out, such as those from before a field was a number.
  `create function parameter_row(one item) returns setof parameter_value language sql stable as $$
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
    where source.type = one.type and one.status = any(source.states)
  $$`,
  `create function keep_parameters() returns trigger language plpgsql as $$
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
  // The units of stored numbers, so that the next configuration can preserve them.
  `create table measure (
    type text not null,
    set_id text not null,
    key text not null,
    kind text not null,
    unit text not null,
    primary key (type, set_id, key)
  )`,
]
