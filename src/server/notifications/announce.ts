// Sends notices that concern no item: announcements of operators, an approved account.
import type { Kysely } from 'kysely'
import { type EventValues, formatNotice } from '#server/content/items/format-notice.ts'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { SystemEvent } from '#shared/model/notice-events.ts'
import { writeNotices } from './write-notices.ts'

/** Does nothing where no notice is configured for the event. */
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
