// Owns the setting of some fields of a stored item, in what waits beside it as well.
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { sealItem } from '../secrets/seal-fields.ts'
import type { ActionContext } from './action.ts'
import type { ItemRow } from './item-row.ts'
import { followInLeft } from './left-version.ts'
import { logEdit, logFollowed } from './log-edit.ts'
import { latestRevision, loadPending } from './pending-version.ts'
import type { Body } from './prepare-body.ts'
import { replaceBody } from './replace-body.ts'

interface Setting {
  /** They follow from a step of another item, and nobody edits this one. */
  readonly isFollowed?: boolean
}

/** The row must be locked, and `fields` judged. Returns the new revision. */
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
  if (isFollowed) await followInLeft(transaction, context, row.id, fields)
  // What waits beside the item shall not take these back when it is approved.
  if (change)
    await transaction
      .updateTable('pendingVersion')
      .set({ body: sealItem(context.services, context.plan.type, { ...change.body, ...fields }) })
      .where('itemId', '=', row.id)
      .execute()
  return revision
}
