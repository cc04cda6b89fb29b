// Owns the entry in an item's log that somebody else than its owner has changed its fields.
import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { Field } from '../../shared/content-model.ts'
import type { Audience } from '../../shared/roles.ts'
import { viewersIn } from '../../shared/viewers.ts'
import type { Schema } from '../database/schema.ts'
import type { ActionContext } from './action.ts'
import { isOwner } from './can-edit.ts'
import type { ItemRow } from './item-row.ts'
import { logStep } from './log-step.ts'
import type { Body } from './prepare-body.ts'

/** Stands before the titles of the changed fields, which the entry keeps where others keep a reason. */
export const EDIT = 'change:edit'

/** Whoever owns an item is among them; what is for others only its history does not name. */
const OWNERS: ReadonlySet<Audience> = new Set(['anyone', 'registered', 'participant', 'owner'])

/** What somebody else changes of an item that its owner reads; `body` is the whole of the new one. */
export function editedFields({ plan, asker }: ActionContext, row: ItemRow, body: Body): readonly Field[] {
  if (row.ownerId === null || isOwner(row, asker)) return []
  return plan.own.filter(
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
  await logStep(transaction, context, row.id, { action: EDIT, from: row.status, to: row.status, reason })
}
