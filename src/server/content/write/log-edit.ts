// Owns the entry in an item's log that somebody else than its owner has changed its fields.
import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { isOwner } from '#server/content/access/can-edit.ts'
import type { ActionContext } from '#server/content/action.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { viewersIn } from '#shared/access/field-read-access.ts'
import type { Audience } from '#shared/access/roles.ts'
import { labelOf } from '#shared/content/dictionary-label.ts'
import type { Field } from '#shared/model/content-model.ts'
import { logTransition } from './log-transition.ts'
import type { Body } from './prepare-body.ts'

/** Stands before the titles of the changed fields, which the entry keeps where others keep a reason. */
export const EDIT = 'change:edit'

/** The same of what followed from a step of another item: with the field's title what it says now. */
export const FOLLOWED = 'change:followed'

/** Whoever owns an item is among them; what is for others only its history does not name. */
const OWNERS: ReadonlySet<Audience> = new Set(['anyone', 'registered', 'participant', 'owner'])

/** What somebody else changes of an item that its owner reads; `body` is the whole of the new one. */
export function editedFields({ plan, caller }: ActionContext, row: ItemRow, body: Body): readonly Field[] {
  if (row.ownerId === null || isOwner(row, caller)) return []
  return changedFields(plan, row, body)
}

/** Of what the owner reads. */
function changedFields({ own }: ActionContext['plan'], row: ItemRow, body: Body): readonly Field[] {
  return own.filter(
    ({ name, visible }) =>
      (visible === undefined || viewersIn(visible, row.status).some((audience) => OWNERS.has(audience))) &&
      !isDeepStrictEqual(row.body[name], body[name]),
  )
}

/** Nothing where nobody owns the item, or the owner writes himself. */
export async function logEdit(
  transaction: Kysely<Schema>,
  context: ActionContext,
  row: ItemRow,
  body: Body,
): Promise<void> {
  const changed = editedFields(context, row, body)
  if (changed.length === 0) return
  const reason = changed.map(({ title }) => title).join('、')
  await logTransition(transaction, context, row.id, {
    action: EDIT,
    from: row.status,
    to: row.status,
    reason,
  })
}

/** Nobody's deed: the system did it with what somebody did elsewhere, where that is on record. */
export async function logFollowed(
  transaction: Kysely<Schema>,
  { plan, services }: ActionContext,
  row: ItemRow,
  body: Body,
): Promise<void> {
  const model = services.model()
  const changes = changedFields(plan, row, body).map(({ name, title, dict }) => {
    const value = dict === undefined ? undefined : labelOf(model, dict, String(body[name] ?? ''))
    return value ? `${title}变为“${value}”` : `${title}有变化`
  })
  if (changes.length === 0) return
  const entry = { action: FOLLOWED, from: row.status, to: row.status, reason: changes.join('、') }
  await logTransition(transaction, { services, caller: null }, row.id, entry)
}
