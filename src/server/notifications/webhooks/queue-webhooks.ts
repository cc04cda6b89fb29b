// Queues an event for every webhook that takes it, in the transaction of the event.
import { type Kysely, sql } from 'kysely'
import type { Services } from '#server/platform/call.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'

interface WebhookEvent {
  /** Id of the configured notice. */
  readonly event: string
  readonly item: { readonly id: string; readonly type: string }
  /** Identifies the event: a target gets it once. */
  readonly cause: string
}

export async function queueWebhooks(
  transaction: Kysely<Schema>,
  { clock }: Pick<Services, 'clock'>,
  { event, item, cause }: WebhookEvent,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from webhook where events ? ${event} order by id`.execute(transaction)
  if (rows.length === 0) return
  const now = clock()
  await transaction
    .insertInto('webhookDelivery')
    .values(
      rows.map(({ id }) => ({
        id: newId(now),
        webhookId: id,
        event,
        itemType: item.type,
        itemId: item.id,
        cause,
        state: 'queued' as const,
        dueAt: now,
        createdAt: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['webhookId', 'event', 'cause']).doNothing())
    .execute()
}
