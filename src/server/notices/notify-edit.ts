// Owns the notices of an edit by somebody else than the item's owner.
import type { Kysely } from 'kysely'
import type { ActionContext } from '../content/action.ts'
import type { ItemRow } from '../content/item-row.ts'
import { editedFields } from '../content/log-edit.ts'
import type { Body } from '../content/prepare-body.ts'
import { newId } from '../database/new-id.ts'
import type { Schema } from '../database/schema.ts'
import { notify } from './notify.ts'

/** To be called once the new body is stored; `row` is the item before. What not every reader sees is not named. */
export async function notifyEdit(
  transaction: Kysely<Schema>,
  context: ActionContext,
  row: ItemRow,
  body: Body,
): Promise<void> {
  const { plan, services, asker } = context
  const changed = editedFields(context, row, body)
  if (changed.length === 0) return
  const open = changed.flatMap(({ title, visible }) => (visible === undefined ? [title] : []))
  await notify(transaction, services, plan.type.events?.edit, {
    plan,
    itemId: row.id,
    actor: asker?.id ?? null,
    cause: `edit:${newId(services.clock())}`,
    values: { fields: open.length > 0 ? open.join('、') : '部分内容' },
  })
}
