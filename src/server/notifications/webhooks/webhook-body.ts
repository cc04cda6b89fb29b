// Builds the body of a webhook: the event, and of its item what every visitor may read.
import type { Selectable } from 'kysely'
import { findPlan } from '#server/content/items/type-plan.ts'
import type { Services } from '#server/platform/call.ts'
import type { WebhookDeliveryTable } from '#server/platform/database/tables/webhook-tables.ts'
import { NO_REQUEST } from '#server/platform/http/no-request.ts'
import { Failure } from '#shared/calls/errors.ts'

type Delivery = Pick<Selectable<WebhookDeliveryTable>, 'id' | 'event' | 'itemType' | 'itemId' | 'createdAt'>

/** The event that operators send themselves to try a target. */
export const TEST_EVENT = 'test'

/**
 * Returns the body as JSON. `fields` are read when it is sent, by the call with which visitors read the item: null for
 * an item that visitors do not read (any more).
 */
export async function buildWebhookBody(services: Services, delivery: Delivery): Promise<string> {
  const { id, event, itemType, itemId, createdAt } = delivery
  const isAboutItem = itemType !== null && itemId !== null
  return JSON.stringify({
    id,
    type: isAboutItem ? `${itemType}.${event}` : event,
    timestamp: createdAt.toISOString(),
    data: isAboutItem
      ? { item: { type: itemType, id: itemId, fields: await readPublicFields(services, itemType, itemId) } }
      : {},
  })
}

async function readPublicFields(services: Services, type: string, id: string): Promise<object | null> {
  const plan = findPlan(services.model(), type)
  if (!plan?.calls.some(({ content }) => content?.action === 'info')) return null
  try {
    const engine = services.engine({ account: null, request: NO_REQUEST, services })
    const { actions: _actions, editable: _editable, ...fields } = (await engine.get(type, id)) as Answer
    return fields
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

/** Of the call `info`. */
type Answer = Readonly<Record<string, unknown>>
