// Gives the places of a parent (`limits.capacity`): an item that finds none goes to the waiting list.
import { type Kysely, sql } from 'kysely'
import { placesSql } from '#server/content/fields/limit-sql.ts'
import { lockFamilies } from '#server/content/items/families.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { type Capacity, parentTypeOf } from '#shared/model/item-limits.ts'

interface Places {
  readonly title: string
  /** Null for any number. */
  readonly places: number | null
  readonly taken: number
}

/** Locks the family: until the transaction ends nobody else takes or leaves a place. */
export async function countPlaces(
  db: Kysely<Schema>,
  type: ContentType,
  capacity: Capacity,
  parentId: string,
): Promise<Places | undefined> {
  await lockFamilies(db, [parentId])
  const { rows } =
    await sql<Places>`select above.title, (${sql.raw(placesSql(capacity, 'above'))})::float8 as places,
      (select count(*)::int from item where parent_id = ${parentId} and type = ${type.name}
        and status = any(${capacity.states}::text[])) as taken
    from item above where above.id = ${parentId} and above.type = ${parentTypeOf(type) ?? ''}`.execute(db)
  return rows[0]
}

/**
 * Returns the state into which an item comes that is on its way to `to`: the waiting state where all places are taken.
 * Throws `WRONG_STATE` for one that waits already. Without a waiting list the database refuses it.
 */
export async function stateWithPlace(
  db: Kysely<Schema>,
  { type }: Pick<TypePlan, 'type'>,
  { to, from, parentId }: { readonly to: string; readonly from?: string; readonly parentId: string | null },
): Promise<string> {
  const { capacity } = type.limits ?? {}
  if (!capacity?.waiting || parentId === null || !capacity.states.includes(to)) return to
  if (from !== undefined && capacity.states.includes(from)) return to
  const found = await countPlaces(db, type, capacity, parentId)
  if (!found || found.places === null || found.taken < found.places) return to
  if (from === capacity.waiting.state) throw fullFailure(capacity, found)
  return capacity.waiting.state
}

/** The failure of an item that finds no place. */
export const fullFailure = (
  { full = '名额已满' }: Pick<Capacity, 'full'>,
  { title, places }: Pick<Places, 'title' | 'places'>,
): Failure => new Failure('WRONG_STATE', { message: `“${title}”共 ${places} 个名额，${full}` })
