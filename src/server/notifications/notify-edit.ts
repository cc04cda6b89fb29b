// Sends the notices of an edit by somebody other than the item's owner.
import type { Kysely } from 'kysely'
import type { ItemEdited } from '#server/content/events.ts'
import { editedFields } from '#server/content/write/log.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { notify } from './notify.ts'

/** Fields that not every reader sees are not named. */
export async function notifyEdit(
  transaction: Kysely<Schema>,
  { context, before, body }: ItemEdited,
): Promise<void> {
  const { plan, services, caller } = context
  const changed = editedFields(context, before, body)
  if (changed.length === 0) return
  const open = changed.flatMap(({ title, visible }) => (visible === undefined ? [title] : []))
  await notify(transaction, services, plan.type.events?.edit, {
    plan,
    itemId: before.id,
    actor: caller?.id ?? null,
    cause: `edit:${newId(services.clock())}`,
    values: { fields: open.length > 0 ? open.join('、') : '部分内容' },
  })
}
