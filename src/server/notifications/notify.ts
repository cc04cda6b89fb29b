// Sends the configured notices of an event to the readers of its item.
import { type Kysely, sql } from 'kysely'
import { loadPreviousVersion } from '#server/content/access/previous-version.ts'
import { type EventValues, formatNotice } from '#server/content/items/format-notice.ts'
import { type ItemRow, loadRow } from '#server/content/items/item-row.ts'
import type { TypePlan } from '#server/content/items/type-plan.ts'
import {
  findLosers,
  findReaders,
  type Person,
  readsCurrentVersion,
} from '#server/content/workflow/receivers.ts'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Notify } from '#shared/model/notice-events.ts'
import { queueWebhooks } from './webhooks/queue-webhooks.ts'
import { findTemplate, writeNotices } from './write-notices.ts'

interface Happening {
  readonly plan: TypePlan
  readonly itemId: string
  /** The item as it is now; loaded where it is absent. */
  readonly row?: ItemRow | undefined
  readonly actor: string | null
  /** The author of the comment that the event is about. */
  readonly author?: string | null
  /** The unique key of the event: nobody is notified of it twice. */
  readonly cause: string
  readonly values: EventValues
  /** The item before a transition, for receivers that can no longer read it. */
  readonly before?: ItemRow | undefined
}

/** To be called last in the transaction that makes it happen: readers are those of the item as it then is. */
export async function notify(
  transaction: Kysely<Schema>,
  services: Pick<Services, 'model' | 'clock'>,
  list: readonly Notify[] | undefined,
  { plan, itemId, row: current, actor, author, cause, values, before }: Happening,
): Promise<void> {
  if (!list || list.length === 0) return
  const row = current ?? (await loadRow(transaction, plan, sql`id = ${itemId}`))
  if (!row) throw new Failure('NOT_FOUND')
  const model = services.model()
  const item = { id: row.id, type: row.type }
  const subject = { plan, row, actor, at: services.clock(), ...(author === undefined ? {} : { author }) }
  for (const { notify: name, to, lost } of list) {
    const template = findTemplate(model, name)
    if (!template || (lost && !before)) continue
    if (template.channels.includes('webhook'))
      await queueWebhooks(transaction, services, { event: name, item, cause })
    const people =
      lost && before
        ? await findLosers(transaction, model, subject, before, to)
        : await findReaders(transaction, model, subject, to)
    const read = lost && before ? { ...subject, row: before } : subject
    const now = people.filter((person) => readsCurrentVersion(model, read, person))
    const then = people.filter((person) => !now.includes(person))
    const notifyPeople = async (of: ItemRow, to: readonly Person[]) => {
      const spelled = formatNotice(model, template, { plan, row: of }, { type: plan.type.title, ...values })
      const ids = to.map(({ id }) => id)
      await writeNotices(transaction, services, { template, spelled, cause, item }, ids)
    }
    if (now.length > 0) await notifyPeople(row, now)
    if (then.length > 0) await notifyPeople(await loadPreviousVersion(transaction, plan, row), then)
  }
}
