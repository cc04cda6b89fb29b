// Adds the titles of references that are not public, for a reader who may read them.
import { type Kysely, sql } from 'kysely'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Caller } from '#shared/access/roles.ts'
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

async function load(
  { db, model }: Omit<TitleContext, 'plan'>,
  type: string,
  { ids, held }: Missing,
  caller: Caller,
): Promise<readonly { readonly id: string; readonly title: string }[]> {
  const plan = findPlan(model, type)
  if (!plan) return []
  const deletedStates = Object.entries(plan.type.lifecycle.states).flatMap(([name, state]) =>
    state.gone ? [name] : [],
  )
  const isThere = deletedStates.length === 0 ? sql`true` : sql`status not in (${sql.join(deletedStates)})`
  const { rows } = await sql<{ id: string; title: string }>`select id, title from item
    where type = ${type} and id = any(${[...ids]}::text[]) and ${isThere}
      and (id = any(${[...held]}::text[]) or ${plan.relations.readableTo(caller)})`.execute(db)
  return rows
}
