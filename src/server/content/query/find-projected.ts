// Loads the page and the count of a public list with parameter filters from the projection alone.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { quote } from '#server/content/fields/field-expression.ts'
import { type FieldFilter, filterKind } from '#server/content/fields/filter.ts'
import { DEFAULT_SORT, limitTo } from '#server/content/fields/sort.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Slots } from '#server/content/parameters/load-projected-columns.ts'
import { parameterKey } from '#server/content/parameters/parameter-plan.ts'
import {
  factorOf,
  type SlottedLeaf,
  slotConditions,
  slottedLeaves,
} from '#server/content/parameters/parameter-sql.ts'
import { isAmong } from '#server/platform/database/is-among.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'
import type { ListQuery } from './list-query.ts'

/** A list query in columns of the projection. */
export interface Projected {
  readonly leaves: readonly SlottedLeaf[]
  /** Key of the parameter to sort by; without it the newest are first, or last. */
  readonly key: string | undefined
  /** Of every leaf, beside those on its parameters. */
  readonly common: readonly RawBuilder<unknown>[]
}

/** Returns true if the query covers only public items, which are all that the projection holds. */
export function isPublicQuery(
  { type: { lifecycle } }: TypePlan,
  { statuses, withChanges, owner, parentOwner, reader }: ListQuery,
): boolean {
  const shown = publicStates(lifecycle)
  const isNarrow = [withChanges, owner, parentOwner, reader].some((value) => value !== undefined)
  const isAll = shown.length > 0 && shown.every((state) => statuses.includes(state))
  return isAll && statuses.length === shown.length && !isNarrow
}

/** Undefined where something is asked that the projection does not know. */
export function toProjected(
  plan: TypePlan,
  query: ListQuery,
  slots: Slots | undefined,
): Projected | undefined {
  const { parameters: requested, sort = DEFAULT_SORT } = query
  if (!plan.parameters || !requested || !slots || !isPublicQuery(plan, query)) return undefined
  if (query.ids || query.search !== undefined) return undefined
  const key = parameterKey(plan.parameters, sort.field)
  if (key === undefined && sort.field !== DEFAULT_SORT.field) return undefined
  const keys = [...requested.filters.map((filter) => filter.key), ...(key === undefined ? [] : [key])]
  const leaves = slottedLeaves(plan.parameters, slots, requested.of, keys)
  const common = query.filters.map((filter) => projectedCondition(plan, slots, filter))
  if (!leaves || common.some((condition) => condition === undefined)) return undefined
  return { leaves, key, common: common.filter((condition) => condition !== undefined) }
}

/** A filter of one of the type's own fields on the projection's columns. */
export function projectedCondition(
  plan: TypePlan,
  slots: Slots,
  filter: FieldFilter,
): RawBuilder<unknown> | undefined {
  if ('contains' in filter) return undefined
  const { in: among, gte, lt } = filter.test
  if (filter.field === plan.parameters?.chooser.name && among) {
    const numbers = among.map((id) => slots.sets.get(String(id))?.no)
    return numbers.includes(undefined) ? undefined : sql.raw(`set_no in (${numbers.join(', ')})`)
  }
  if (filter.field === plan.type.region && lt !== undefined) return sql`region >= ${gte} and region < ${lt}`
  const slot = slots.own.get(filter.field)
  const field = plan.byName.get(filter.field)
  if (slot === undefined || field === undefined || among === undefined) return undefined
  const value = sql.ref(slot)
  const texts = among.map(String)
  if (filterKind(field) === 'overlaps') return sql`${value} && ${texts}::text[]`
  // A field that is not filled in is as false as for lists of items.
  return texts.includes('false')
    ? sql`coalesce(${value}, 'false') = any(${texts}::text[])`
    : sql`${value} = any(${texts}::text[])`
}

const whereOf = (leaf: SlottedLeaf, { parameters }: ListQuery, { common }: Projected): RawBuilder<unknown> =>
  sql.join([slotConditions(leaf, parameters?.filters ?? []), ...common], sql` and `)

export function countProjected(query: ListQuery, projected: Projected): RawBuilder<unknown> {
  const counts = projected.leaves.map(
    (leaf) => sql`(select count(*) from parameter_value where ${whereOf(leaf, query, projected)})`,
  )
  return sql`select (${sql.join(counts, sql` + `)})::int as total`
}

/**
 * Items without the parameter that is sorted by follow those that have it. Which items, and what they are, is asked
 * one after the other: a range is planned anew for every value, and planning what is read of an item takes longest.
 */
export async function loadProjected(
  db: Kysely<Schema>,
  plan: TypePlan,
  query: ListQuery,
  projected: Projected,
): Promise<readonly ItemRow[]> {
  const { rows } = await sql<ProjectedRow>`${pageProjected(query, projected)}`.execute(db)
  const ids = rows.map(({ itemId }) => itemId)
  ids.push(...(await restIds(db, query, projected, ids.length)))
  return loadPublic(db, plan, ids)
}

interface ProjectedRow {
  readonly itemId: string
  readonly total: number
}

/**
 * A page with its total: `stored`, or counted in the pass over what is found, all of which has to be looked at anyway.
 * Undefined where several categories would each have to be read to the end. Behind the last page `total` is undefined.
 */
export async function loadCounted(
  db: Kysely<Schema>,
  plan: TypePlan,
  query: ListQuery,
  projected: Projected,
  stored: RawBuilder<unknown> | undefined,
): Promise<{ readonly rows: readonly ItemRow[]; readonly total: number | undefined } | undefined> {
  const [only, ...others] = projected.leaves
  const counted = stored || !only || others.length > 0 ? undefined : countedProjected(query, projected, only)
  const statement = stored ? pageProjected(query, projected, sql`, (${stored}) as total`) : counted
  if (!statement) return undefined
  const { rows } = await sql<ProjectedRow>`${statement}`.execute(db)
  const ids = rows.map(({ itemId }) => itemId)
  if (stored) ids.push(...(await restIds(db, query, projected, ids.length)))
  const total = rows[0]?.total ?? (query.page === 1 && !stored ? 0 : undefined)
  return { rows: await loadPublic(db, plan, ids), total }
}

/** Those without the parameter that is sorted by, as far as the page has room for them after `found`. */
async function restIds(
  db: Kysely<Schema>,
  query: ListQuery,
  projected: Projected,
  found: number,
): Promise<string[]> {
  if (projected.key === undefined || found === query.limit) return []
  const { rows } = await sql<ProjectedRow>`${restProjected(query, projected, found)}`.execute(db)
  return rows.map(({ itemId }) => itemId)
}

export function countedProjected(
  query: ListQuery,
  projected: Projected,
  leaf: SlottedLeaf,
): RawBuilder<unknown> {
  const direction = sql.raw((query.sort ?? DEFAULT_SORT).descending ? 'desc' : 'asc')
  const { key } = projected
  const order =
    key === undefined
      ? sql`published_at ${direction}`
      : sql`${sql.ref(leaf.slots.get(key) ?? '')} ${direction} nulls last`
  return sql`select item_id, count(*) over ()::int as total from parameter_value
    where ${whereOf(leaf, query, projected)} order by ${order}, item_id ${direction}
    ${limitTo(query.limit, (query.page - 1) * query.limit)}`
}

/** The ids of a page; `more` are further columns. */
export function pageProjected(
  query: ListQuery,
  projected: Projected,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const direction = sql.raw((query.sort ?? DEFAULT_SORT).descending ? 'desc' : 'asc')
  const { key } = projected
  const offset = (query.page - 1) * query.limit
  const [only, ...others] = projected.leaves
  const partOf = (leaf: SlottedLeaf, columns: (value: RawBuilder<unknown>) => RawBuilder<unknown>) => {
    const value = key === undefined ? sql`published_at` : sql.ref(leaf.slots.get(key) ?? '')
    const has = key === undefined ? sql`` : sql` and ${value} is not null`
    return sql`select ${columns(sql`${value}`)} from parameter_value
      where ${whereOf(leaf, query, projected)}${has} order by ${value} ${direction}, item_id ${direction}`
  }
  if (only && others.length === 0)
    return sql`${partOf(only, () => sql`item_id${more}`)} ${limitTo(query.limit, offset)}`
  const parts = projected.leaves.map((leaf) =>
    partOf(leaf, (value) =>
      key === undefined
        ? sql`item_id, ${value} as sort_key`
        : sql`item_id, ${value} * ${sql.raw(`${factorOf(leaf, key)}::float8`)} as sort_key`,
    ),
  )
  return sql`select item_id${more} from (${sql.join(
    parts.map((part) => sql`(${part} limit (select ${offset + query.limit}::int))`),
    sql` union all `,
  )}) every order by sort_key ${direction}, item_id ${direction} ${limitTo(query.limit, offset)}`
}

/** `found` is how many of the page have the parameter. */
function restProjected(query: ListQuery, projected: Projected, found: number): RawBuilder<unknown> {
  const direction = sql.raw((query.sort ?? DEFAULT_SORT).descending ? 'desc' : 'asc')
  const slotOf = (leaf: SlottedLeaf) => sql.ref(leaf.slots.get(projected.key ?? '') ?? '')
  const before = projected.leaves.map(
    (leaf) =>
      sql`(select count(*) from parameter_value where ${whereOf(leaf, query, projected)} and ${slotOf(leaf)} is not null)`,
  )
  const without = projected.leaves.map(
    (leaf) =>
      sql`select item_id from parameter_value where ${whereOf(leaf, query, projected)} and ${slotOf(leaf)} is null`,
  )
  const offset = sql`greatest(0, ${(query.page - 1) * query.limit}::int - (${sql.join(before, sql` + `)}))::int`
  return sql`select item_id from (${sql.join(without, sql` union all `)}) every
    order by item_id ${direction} limit ${sql.lit(query.limit - found)} offset (select ${offset})`
}

/** In the order of `ids`; what is public no more since they were asked for is left out. */
async function loadPublic(
  db: Kysely<Schema>,
  plan: TypePlan,
  ids: readonly string[],
): Promise<readonly ItemRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ItemRow>`select ${sql.raw(plan.listColumns)} from item
    where type = ${sql.raw(quote(plan.type.name))} and ${sql.raw(plan.inPublic)} and ${isAmong('id', ids)}`.execute(
    db,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
