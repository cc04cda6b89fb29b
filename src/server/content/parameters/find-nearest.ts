// Finds the items of a category whose parameters are nearest to those of an item.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ItemRow } from '#server/content/items/item-row.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Slots } from './load-projected-columns.ts'
import { isNumber } from './parameter-plan.ts'

/**
 * The distance is the sum over the numbers the item has of how far another is from each, as a share of what occurs;
 * one without the number is as far as can be. Undefined where the projection does not hold the category, or the item
 * has no number to go by.
 */
export async function findNearest(
  db: Kysely<Schema>,
  plan: TypePlan,
  item: ItemRow,
  slots: Slots | undefined,
  limit: number,
): Promise<readonly ItemRow[] | undefined> {
  const { parameters } = plan
  const set = parameters?.sets.get(String(item.body[parameters.chooser.name]))
  const known = slots?.sets.get(set?.id ?? '')
  if (!parameters || !set || !known) return undefined
  const held = (item.body[parameters.field.name] ?? {}) as Readonly<Record<string, unknown>>
  const measured = set.fields.flatMap((field) => {
    const slot = known.slots.get(field.name)
    const own = held[field.name]
    return slot !== undefined && isNumber(field) && typeof own === 'number' ? [{ slot, own }] : []
  })
  if (measured.length === 0) return undefined
  const { rows } = await sql<ItemRow>`${nearestStatement(plan, known.no, measured, item.id, limit)}`.execute(
    db,
  )
  return rows
}

function nearestStatement(
  { listColumns, relations }: TypePlan,
  setNo: number,
  measured: readonly { readonly slot: string; readonly own: number }[],
  id: string,
  limit: number,
): RawBuilder<unknown> {
  const set = sql.raw(`set_no = ${setNo}`)
  const ends = measured.map(
    ({ slot }, at) => sql`max(${sql.ref(slot)}) - min(${sql.ref(slot)}) as ${sql.ref(`width${at}`)}`,
  )
  const far = measured.map(
    ({ slot, own }, at) =>
      sql`coalesce(abs(${sql.ref(slot)} - ${own}::float8) / nullif(${sql.ref(`width${at}`)}, 0),
        case when ${sql.ref(slot)} is null then 1 else 0 end)`,
  )
  return sql`with width as (select ${sql.join(ends)} from parameter_value where ${set}),
    near as (select item_id, ${sql.join(far, sql` + `)} as far from parameter_value, width
      where ${set} and item_id <> ${id} order by 2, 1 limit ${sql.lit(limit)})
    select ${sql.raw(listColumns)} from near join item on item.id = near.item_id
    where ${sql.raw(relations.disclosed)} order by far, item_id`
}
