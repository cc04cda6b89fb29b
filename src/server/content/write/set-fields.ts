// Sets fields of a stored item and of its pending change.
import type { Kysely } from 'kysely'
import { updatePreviousVersion } from '#server/content/access/previous-version.ts'
import type { ActionContext } from '#server/content/action.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { latestRevision, loadPending } from '#server/content/items/pending-change.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { sealItem } from '#server/platform/secrets/seal-fields.ts'
import { logEdit, logFollowed } from './log-edit.ts'
import type { Body } from './prepare-body.ts'
import { replaceBody } from './replace-body.ts'

interface Setting {
  /** True if the fields follow from a transition of another item, and nobody edits this one. */
  readonly isFollowed?: boolean
}

/** Sets the fields. The row must be locked, and `fields` validated. Returns the new revision. */
export async function setFields(
  transaction: Kysely<Schema>,
  context: ActionContext,
  row: ItemRow,
  fields: Body,
  { isFollowed = false }: Setting = {},
): Promise<number> {
  const change = await loadPending(transaction, row.id)
  const latest = { ...row, revision: latestRevision(row, change) }
  const body = { ...row.body, ...fields }
  await (isFollowed ? logFollowed : logEdit)(transaction, context, row, body)
  const manner = isFollowed ? { follows: row.revision } : {}
  const revision = await replaceBody(transaction, context, latest, body, manner)
  if (isFollowed) await updatePreviousVersion(transaction, context, row.id, fields)
  // The pending change gets the values too, so that its approval does not revert them.
  if (change)
    await transaction
      .updateTable('pendingVersion')
      .set({ body: sealItem(context.services, context.plan.type, { ...change.body, ...fields }) })
      .where('itemId', '=', row.id)
      .execute()
  return revision
}
