// Compares items by their parameters, for the call of the interface.
import { sql } from 'kysely'
import { canRead, readsAsItStands } from '#server/content/access/access.ts'
import type { ActionContext, ContentActionHandler } from '#server/content/action.ts'
import { viewsOf } from '#server/content/content-lifecycle.ts'
import { quote } from '#server/content/fields/field-expression.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { fieldsHiddenFrom, type TypePlan } from '#server/content/items/type-plan.ts'
import type { ParameterPlan } from '#server/content/parameters/parameter-plan.ts'
import { badParameter, readValues } from '#server/platform/calls/read-parameter.ts'
import { isAmong } from '#server/platform/database/is-among.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { areComparable, type ComparedRow, compareParameters } from '#shared/parameters/compare-parameters.ts'

export const MAX_COMPARED = 4

export interface ComparedItem {
  readonly id: string
  readonly title: string
  readonly category: string
  readonly categoryTitle: string
}

export interface CompareAnswer {
  readonly items: readonly ComparedItem[]
  readonly rows: readonly {
    readonly key: string
    readonly name: string
    readonly group: string
    readonly unit: string | null
    readonly better: 'high' | 'low' | null
    readonly type: string
    /** In the order of `items`, in the row's unit. */
    readonly values: readonly unknown[]
    readonly bestIndex: readonly number[]
  }[]
}

/** As much of an item as its comparison says, and as decides who reads it. */
export type ComparedItemRow = Pick<
  ItemRow,
  'id' | 'status' | 'ownerId' | 'parentOwnerId' | 'disclosed' | 'partners' | 'edited' | 'title' | 'body'
>

export interface Gathered {
  readonly rows: readonly ComparedItemRow[]
  readonly parameters: ParameterPlan
}

/**
 * Returns the requested items in the requested order, as far as the caller may read them. Refuses items that cannot
 * be compared.
 */
export async function gatherCompared(context: ActionContext): Promise<Gathered> {
  const { plan, params, caller, db } = context
  const ids = [...new Set(readValues(params, 'ids') ?? readValues(params, 'resourceIds') ?? [])]
  if (ids.length === 0) throw badParameter('ids', '请指明要比对的内容')
  if (ids.length > MAX_COMPARED) throw badParameter('ids', `最多同时比对 ${MAX_COMPARED} 项`)
  const { parameters } = plan
  if (!parameters) throw new TypeError(`items of ${plan.type.name} have no parameters`)
  const { field, chooser, family } = parameters
  const found = await sql<ComparedItemRow>`
    select ${sql.raw(columnsOf(plan, parameters))} from item
    where type = ${sql.raw(quote(plan.type.name))} and ${isAmong('id', ids)}`.execute(db)
  const readable = found.rows.filter(
    (row) =>
      canRead(plan.type, row, caller) &&
      readsAsItStands(plan.type, row, caller) &&
      !fieldsHiddenFrom(plan, caller, row).has(field.name),
  )
  const rows = ids.flatMap((id) => readable.find((row) => row.id === id) ?? [])
  const sets = rows.map((row) => String(row.body[chooser.name]))
  if (!areComparable(family, sets))
    throw badParameter(
      'ids',
      `只能比对同一类目的内容：${[...new Set(sets.map(titleIn(parameters)))].join('、')}不在同一类目`,
    )
  return { rows, parameters }
}

function columnsOf({ relations }: TypePlan, { field, chooser }: ParameterPlan): string {
  const held = [chooser, field].map(({ name }) => `${quote(name)}, body->${quote(name)}`)
  return `id, status, owner_id, title, jsonb_build_object(${held.join(', ')}) as body${relations.columns}${relations.partners}`
}

const titleIn =
  ({ sets }: ParameterPlan) =>
  (id: string): string =>
    sets.get(id)?.title ?? id

/** Absent ones are left out, so that a comparison outlives an item that was taken offline. */
export const compare: ContentActionHandler = async (context): Promise<CompareAnswer> => {
  const { rows, parameters } = await gatherCompared(context)
  const { field, chooser, family } = parameters
  if (rows.length > 1) countCompared(context, rows)
  const items = rows.map((row) => ({
    set: String(row.body[chooser.name]),
    values: (row.body[field.name] ?? {}) as Readonly<Record<string, unknown>>,
  }))
  return {
    items: rows.map(({ id, title }, index) => {
      const category = items[index]?.set ?? ''
      return { id, title, category, categoryTitle: titleIn(parameters)(category) }
    }),
    rows: compareParameters(family, items).map(toRow),
  }
}

/** One alone is compared with nothing. */
function countCompared(
  { caller, call, services, plan }: ActionContext,
  rows: readonly ComparedItemRow[],
): void {
  const counter = viewsOf(services)
  const reader = caller?.id ?? networkOf(call.request.address)
  const now = services.clock().getTime()
  for (const { id } of rows)
    counter.count({ reader, itemId: id, type: plan.type.name, now, kind: 'compares' })
}

function toRow({ field, group, values, best }: ComparedRow): CompareAnswer['rows'][number] {
  return {
    key: field.name,
    name: field.title,
    group,
    unit: field.unit ?? null,
    better: field.better ?? null,
    type: field.type,
    values,
    bestIndex: best,
  }
}
