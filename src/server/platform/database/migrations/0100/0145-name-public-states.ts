// Adds to the parameter projection the states in which items of a type are public (migration 145).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** Everything projected before this migration was online. */
const STATEMENTS = [
  `alter table parameter_source add column states text[] not null default '{online}'`,
  `alter table parameter_source alter column states drop default`,
  // As in the ninety-fifth migration, but for its last line.
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
    where source.type = one.type and one.status = any(source.states)
  $$`,
]

export async function namePublicStates(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
