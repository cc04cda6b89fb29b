// Stores and loads the version of an item that others last read before it was closed. Parties that keep access read
// that version, not the owner's later edits, which nobody has reviewed.
import { type Kysely, sql } from 'kysely'
import type { ActionContext } from '#server/content/action.ts'
import { inStates } from '#server/content/fields/public-states.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import type { JsonObject, Schema } from '#server/platform/database/tables/schema.ts'
import { sealItem } from '#server/platform/secrets/seal-fields.ts'
import { isDeletedState, isOpen, type Lifecycle } from '#shared/lifecycles/lifecycle.ts'

type Db = Kysely<Schema>

const isReadByAll = (lifecycle: Lifecycle, status: string): boolean =>
  isOpen(lifecycle, status) && !isDeletedState(lifecycle, status)

/** Returns true if the transition closes the item to others. */
export const isClosedBy = (lifecycle: Lifecycle, from: string, to: string): boolean =>
  isReadByAll(lifecycle, from) && !isReadByAll(lifecycle, to)

export const isOpenedBy = (lifecycle: Lifecycle, from: string, to: string): boolean =>
  !isReadByAll(lifecycle, from) && isReadByAll(lifecycle, to)

/** The revision that others read last, of an item that is closed to them at `revision`. */
export const previousRevision = (itemId: string, revision: number) =>
  sql<number>`coalesce((select kept.revision from left_version kept where kept.item_id = ${itemId}), ${revision}::int)`

/** Before an open item is rewritten by the step that closes it. */
export async function savePreviousVersion(transaction: Db, itemId: string): Promise<void> {
  await deletePreviousVersion(transaction, itemId)
  await sql`insert into left_version select id, title, body, revision from item where id = ${itemId}`.execute(
    transaction,
  )
}

/** Before a closed item is rewritten for the first time. */
export async function savePreviousVersionOnce(
  transaction: Db,
  { type }: TypePlan,
  itemId: string,
): Promise<void> {
  const closed = Object.keys(type.lifecycle.states).filter((name) => !isReadByAll(type.lifecycle, name))
  await sql`insert into left_version select id, title, body, revision from item
    where id = ${itemId} and left_revision = revision and ${sql.raw(inStates(closed))}
    on conflict do nothing`.execute(transaction)
}

export async function deletePreviousVersion(transaction: Db, itemId: string): Promise<void> {
  await transaction.deleteFrom('leftVersion').where('itemId', '=', itemId).execute()
}

/** Writes a transition's fields to the previous version as well, because they are not an edit. */
export async function updatePreviousVersion(
  transaction: Db,
  { plan, services }: Pick<ActionContext, 'plan' | 'services'>,
  itemId: string,
  fields: JsonObject,
): Promise<void> {
  const sealed = JSON.stringify(sealItem(services, plan.type, fields))
  await sql`update left_version set body = body || ${sealed}::jsonb where item_id = ${itemId}`.execute(
    transaction,
  )
}

/** The item as others read it last; the row itself where that is not known. */
export async function loadPreviousVersion(db: Db, plan: TypePlan, row: ItemRow): Promise<ItemRow> {
  const { rows } = await sql<ItemRow>`
    select ${sql.raw(plan.infoColumns)}
    from (
      select as_left.* from item stored join left_version kept on kept.item_id = stored.id,
        lateral jsonb_populate_record(stored, jsonb_build_object(
          'body', kept.body, 'title', kept.title, 'revision', kept.revision, 'left_revision', kept.revision
        )) as_left
      where stored.id = ${row.id}
    ) item`.execute(db)
  return rows[0] ?? row
}
