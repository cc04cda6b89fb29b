// Sends notices that concern no item: announcements of operators, an approved account.
import type { Kysely } from 'kysely'
import { type EventValues, formatNotice } from '#server/content/items/format-notice.ts'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { SystemEvent } from '#shared/model/notice-events.ts'
import { writeNotices } from './write-notices.ts'

/**
 * Writes the notice of a system event, which concerns no item, to the accounts `userIds`, in the transaction of the
 * event. Does nothing if no notice is configured for the event, or the list is empty.
 *
 * @example
 * const values = { count: 2, titles: '“水泵”、“冲锋舟”' }
 * await announce(transaction, services, 'follow.digest', { cause: 'digest1', values }, [accountId])
 */
export async function announce(
  transaction: Kysely<Schema>,
  services: Pick<Services, 'model' | 'clock'>,
  event: SystemEvent,
  { cause, values }: { readonly cause: string; readonly values: EventValues },
  userIds: readonly string[],
): Promise<void> {
  const model = services.model()
  const template = model.notices.find(({ on }) => on === event)
  if (!template || userIds.length === 0) return
  const spelled = formatNotice(model, template, null, values)
  await writeNotices(transaction, services, { template, spelled, cause: `${event}:${cause}` }, userIds)
}
