// Selects the titles of items that are not public, for a reader who may read them.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isOpenRow } from '#server/content/fields/open-states.ts'
import { inStates } from '#server/content/fields/public-states.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Caller } from '#shared/access/roles.ts'
import { presentStates } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'

interface TitleContext {
  readonly db: Kysely<Schema>
  readonly model: Model
  readonly plan: TypePlan
}

/**
 * Returns the rows with the titles that the caller may read beyond the public ones, without a query if there are
 * none. Readers of a record also get the titles of references that are locked while the record is under way
 * (`x-holds`).
 */
export async function withReadableTitles<Row extends Pick<ItemRow, 'body' | 'refs'>>(
  { db, model, plan }: TitleContext,
  rows: readonly Row[],
  caller: Caller,
): Promise<readonly Row[]> {
  if (caller === null) return rows
  const missing = new Map<string, Missing>()
  for (const row of rows)
    for (const { name, type, isHeld } of untitled(plan, row)) {
      const { ids, held } = missing.get(type) ?? { ids: new Set(), held: new Set() }
      const id = String(row.body[name])
      missing.set(type, { ids: ids.add(id), held: isHeld ? held.add(id) : held })
    }
  if (missing.size === 0) return rows
  const found = await Promise.all([...missing].map(([type, ids]) => load({ db, model }, type, ids, caller)))
  const titles = new Map(found.flat().map(({ id, title }) => [id, title]))
  return rows.map((row) => {
    const more = untitled(plan, row).map(({ name }) => [name, titles.get(String(row.body[name])) ?? null])
    return more.length === 0 ? row : { ...row, refs: { ...row.refs, ...Object.fromEntries(more) } }
  })
}

/** SQL: the title of a row of `item`, of any type, as far as the caller may read it; else null. */
export function readableTitle(model: Model, caller: Caller): RawBuilder<string | null> {
  const ways = model.contentTypes.flatMap(({ name }) => {
    const plan = findPlan(model, name)
    return plan
      ? [sql`when item.type = ${sql.lit(name)} and ${plan.relations.readableTo(caller)} then item.title`]
      : []
  })
  return ways.length === 0 ? sql`null` : sql`case ${sql.join(ways, sql` `)} end`
}

/** SQL: everybody may read a row of `item`, or it is the caller's own, not deleted, and the owner may read it. */
export function isOpenOrOwn(model: Model, caller: NonNullable<Caller>): RawBuilder<boolean> {
  const { contentTypes } = model
  return sql`(${sql.raw(isOpenRow(model, 'item'))} or ${isReadableOwn(model, caller, contentTypes)})`
}

/**
 * SQL: a row of `item` is of one of the types and the caller's own, not deleted, and the owner may read it. The types
 * stand in a CASE, which the planner does not search for indexes: the owner selects the rows, and with dozens of types
 * planning took a hundred times as long as reading.
 */
export function isReadableOwn(
  model: Model,
  caller: NonNullable<Caller>,
  types: readonly Pick<ContentType, 'name'>[],
): RawBuilder<boolean> {
  const readable = types.flatMap(({ name }) => {
    const plan = findPlan(model, name)
    return plan ? [sql`when ${sql.lit(name)} then ${plan.relations.readableToOwner(caller)}`] : []
  })
  if (readable.length === 0) return sql`false`
  return sql`(item.owner_id = ${caller.id} and case item.type ${sql.join(readable, sql` `)} else false end)`
}

interface Missing {
  readonly ids: Set<string>
  /** Of them those that need not be readable by themselves. */
  readonly held: Set<string>
}

interface Untitled {
  readonly name: string
  readonly type: string
  readonly isHeld: boolean
}

/** Its references to one item that not everybody reads, or that is missing. */
function untitled({ refs }: TypePlan, { body, refs: known }: Pick<ItemRow, 'body' | 'refs'>): Untitled[] {
  return refs.flatMap(({ name, type: kind, ref, refBy, holds }) => {
    const type = ref ?? (refBy === undefined ? undefined : body[refBy])
    const hasTitle = kind === 'ref-list' || body[name] == null || known?.[name] != null
    return hasTitle || typeof type !== 'string' ? [] : [{ name, type, isHeld: holds !== undefined }]
  })
}

/** Returns the titles, by id, of those items of the type that the caller may read. */
export async function loadReadableTitles(
  context: Omit<TitleContext, 'plan'>,
  type: string,
  ids: readonly string[],
  caller: Caller,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await load(context, type, { ids: new Set(ids), held: new Set() }, caller)
  return new Map(rows.map(({ id, title }) => [id, title]))
}

async function load(
  { db, model }: Omit<TitleContext, 'plan'>,
  type: string,
  { ids, held }: Missing,
  caller: Caller,
): Promise<readonly { readonly id: string; readonly title: string }[]> {
  const plan = findPlan(model, type)
  if (!plan) return []
  const isThere = sql.raw(inStates(presentStates(plan.type.lifecycle)))
  const { rows } = await sql<{ id: string; title: string }>`select id, title from item
    where type = ${type} and id = any(${[...ids]}::text[]) and ${isThere}
      and (id = any(${[...held]}::text[]) or ${plan.relations.readableTo(caller)})`.execute(db)
  return rows
}
