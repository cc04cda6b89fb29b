// Owns the portrait of an item: where its numbers stand among all items of the type, from 0 to 100.
import { sql } from 'kysely'
import { requireItem } from '../access.ts'
import type { Action, ActionContext } from '../action.ts'
import { HOT, quote, valueExpression } from '../field-expression.ts'
import type { ItemRow } from '../item-row.ts'

export interface Dimension {
  readonly field: string
  readonly title: string
  readonly unit: string | null
  readonly value: number | null
  /** Share of items with a smaller number; equal ones count half. Null where the item has none. */
  readonly score: number | null
}

export interface Portrait {
  readonly id: string
  readonly title: string
  readonly dimensions: readonly Dimension[]
  /** Place by how much it is read and liked, from 1, among so many. */
  readonly rank: number
  readonly total: number
}

export const portrait: Action = async (context) => {
  const { plan, services } = context
  const item = await requireItem(context)
  const key = `portrait:${services.model().hash}:${item.id}`
  return item.status === 'online'
    ? services.cache.read(plan.topics, key, () => draw(context, item))
    : draw(context, item)
}

async function draw({ plan, content, db }: ActionContext, item: ItemRow): Promise<Portrait> {
  const fields = (content.by ?? []).flatMap((name) => plan.byName.get(name) ?? [])
  const numbers = fields.map(({ name }) => (typeof item.body[name] === 'number' ? item.body[name] : null))
  const counts = fields.flatMap((field, index) => {
    const value = sql.raw(valueExpression(plan.type, field) ?? 'null')
    const own = sql`${numbers[index] ?? null}::numeric`
    return [
      sql`count(*) filter (where ${value} < ${own})::int as ${sql.ref(`less${index}`)}`,
      sql`count(*) filter (where ${value} = ${own})::int as ${sql.ref(`same${index}`)}`,
      sql`count(${value})::int as ${sql.ref(`all${index}`)}`,
    ]
  })
  const hotter = sql`${sql.raw(HOT)} > (select ${sql.raw(HOT)} from item where id = ${item.id})`
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join([...counts, sql`count(*)::int as total`, sql`count(*) filter (where ${hotter})::int as hotter`])}
    from item where type = ${sql.raw(quote(plan.type.name))} and status = 'online' and ${sql.raw(plan.relations.disclosed)}`.execute(
    db,
  )
  const row = rows[0] ?? {}
  return {
    id: item.id,
    title: item.title,
    dimensions: fields.map((field, index) => ({
      field: field.name,
      title: field.title,
      unit: field.unit ?? null,
      value: numbers[index] ?? null,
      score: toScore(numbers[index] ?? null, row[`less${index}`], row[`same${index}`], row[`all${index}`]),
    })),
    rank: (row.hotter ?? 0) + 1,
    total: row.total ?? 0,
  }
}

function toScore(value: number | null, less = 0, same = 0, all = 0): number | null {
  return value === null || all === 0 ? null : Math.round(((less + same / 2) / all) * 100)
}
