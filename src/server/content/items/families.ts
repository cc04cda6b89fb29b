// Locks families: a parent with the children that it counts or discloses, or that take its places. A write of a child changes its
// parent, and a write of a parent can move its children, so each would hold a row that the other wants.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { parentTypeOf, sourceOf } from '#shared/model/item-limits.ts'
import type { Model } from '#shared/model/model.ts'
import { perModel } from '#shared/model/per-model.ts'

/** Whether the items of a type are counted with others, as children and as parents. */
export interface FamilyPart {
  readonly isChild: boolean
  readonly isParent: boolean
  /** True if a new item changes its parent, or takes one of its places. */
  readonly isCounted: boolean
  /** The types of parents that change with an item. */
  readonly counting: readonly string[]
}

const partsOf = perModel(({ contentTypes }: Model): ReadonlyMap<string, FamilyPart> => {
  const counted = contentTypes.flatMap(({ name, aggregates = {} }) =>
    Object.values(aggregates).map((aggregate) => ({ parent: name, child: sourceOf(aggregate).type })),
  )
  const limited = contentTypes.flatMap((type) => {
    const parent = type.limits?.capacity ? parentTypeOf(type) : undefined
    return parent === undefined ? [] : [{ parent, child: type.name }]
  })
  const disclosed = contentTypes.flatMap((type) => {
    const parent = type.disclosure ? parentTypeOf(type) : undefined
    return parent === undefined ? [] : [{ parent, child: type.name }]
  })
  const all = [...counted, ...limited, ...disclosed]
  const names = new Set(all.flatMap(({ parent, child }) => [parent, child]))
  return new Map(
    [...names].map((name) => [
      name,
      {
        isChild: all.some(({ child }) => child === name),
        isCounted: [...counted, ...limited].some(({ child }) => child === name),
        isParent: all.some(({ parent }) => parent === name),
        counting: counted.flatMap(({ parent, child }) => (child === name ? [parent] : [])),
      },
    ]),
  )
})

/** Undefined where nothing is counted. */
export const familyPartOf = (model: Model, { name }: Pick<ContentType, 'name'>): FamilyPart | undefined =>
  partsOf(model).get(name)

/** Adds the types whose fields count items of those that were written. */
export function addCounting(model: Model, touched: Set<string>): void {
  // A set goes on with what is added while it is gone through: counts can be counted again.
  for (const name of touched)
    for (const parent of partsOf(model).get(name)?.counting ?? []) touched.add(parent)
}

/** Until the transaction ends, of the families of the items that `where` finds, before any of the items is locked. */
export async function lockFamiliesOf(
  db: Kysely<Schema>,
  { isChild, isParent }: FamilyPart,
  where: RawBuilder<unknown>,
): Promise<void> {
  const heads = [...(isParent ? [sql`id`] : []), ...(isChild ? [sql`parent_id`] : [])]
  await lockHeads(db, sql`select head from item, unnest(array[${sql.join(heads)}]) head where ${where}`)
}

/** The same by the ids of the parents. */
export const lockFamilies = (db: Kysely<Schema>, parents: readonly string[]): Promise<void> =>
  lockHeads(db, sql`select head from unnest(${parents}::text[]) head`)

/** In one order, so that no two transactions wait for each other. */
export async function lockHeads(db: Kysely<Schema>, heads: RawBuilder<unknown>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('family/' || head, 0)) from (
      select distinct head from (${heads}) heads where head is not null order by head offset 0
    ) family`.execute(db)
}
