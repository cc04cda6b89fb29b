// Projects many items of one set with one statement, with the same result as the trigger for each item.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { quote } from '#server/content/fields/field-expression.ts'
import { inStates } from '#server/content/fields/public-states.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export interface ProjectedSet {
  readonly no: number
  readonly setId: string
  /** Of the type's fields: what holds the parameters, and what chooses their set. */
  readonly field: string
  readonly chooser: string
  /** The states in which everybody finds an item of the type. */
  readonly states: readonly string[]
  readonly slots: readonly { readonly slot: string; readonly key: string; readonly isOwn: boolean }[]
}

/** All sets of a type with all their columns, ready or not; the set without a name lends its columns to the others. */
export async function loadProjectedSets(db: Kysely<Schema>, type: string): Promise<ProjectedSet[]> {
  const { rows } =
    await sql<ProjectedSet>`select chosen.no, chosen.set_id, source.field, source.chooser, source.states,
      coalesce(jsonb_agg(jsonb_build_object('slot', slot.slot, 'key', slot.key, 'isOwn', slot.set_no <> chosen.no)
        order by slot.slot) filter (where slot.slot is not null), '[]') as slots
    from parameter_source source
    join parameter_set chosen on chosen.type = source.type and chosen.set_id <> ''
    left join parameter_set every on every.type = source.type and every.set_id = ''
    left join parameter_slot slot on slot.set_no in (chosen.no, every.no)
    where source.type = ${type} group by chosen.no, source.field, source.chooser, source.states order by chosen.no`.execute(
      db,
    )
  return rows
}

/** `where` says which items of the set, all public; none of them may be there already. */
export async function projectItems(
  db: Kysely<Schema>,
  { no, setId, field, chooser, states, slots }: ProjectedSet,
  where: RawBuilder<unknown>,
): Promise<void> {
  const columns = slots.map(({ slot }) => slot)
  const values = slots.map(({ slot, key, isOwn }) =>
    slotValue(slot, isOwn ? `body -> ${quote(key)}` : `body -> ${quote(field)} -> ${quote(key)}`),
  )
  await sql`insert into parameter_value
    (${sql.raw(['item_id', 'set_no', 'published_at', 'region', ...columns].join(', '))})
    select ${sql.raw(['id', `${no}`, 'published_at', 'region', ...values].join(', '))}
    from item where body ->> ${sql.lit(chooser)} = ${setId} and ${sql.raw(inStates(states))} and ${where}`.execute(
    db,
  )
}

/** A value that does not fit its column is left out, as in `parameter_row`. */
function slotValue(slot: string, value: string): string {
  const kind = `jsonb_typeof(${value})`
  if (slot.startsWith('n')) return `case when ${kind} = 'number' then (${value})::float8 end`
  if (slot.startsWith('l'))
    return `case when ${kind} = 'array' then array(select jsonb_array_elements_text(${value})) end`
  return `case when ${kind} in ('string', 'boolean') then ${value} #>> '{}' end`
}
