// Counts decisions and their handling times from the transitions of items.
import { sql } from 'kysely'
import { itemTransitioned } from '#server/content/events.ts'
import type { Services } from '#server/platform/call.ts'
import { dayCounterOf } from '#server/platform/statistics/day-counter.ts'
import { isPublic, reviewStates } from '#shared/lifecycles/lifecycle.ts'

const MINUTE_MS = 60_000

/**
 * A decision is a transition that somebody else than the owner takes out of a state that is not public; one that hands
 * the item on to the next review decides nothing yet. It began with what its owner did last, or with the creation.
 */
export function subscribeStatistics(services: Services): void {
  services.events.on(itemTransitioned, async (transaction, { context, itemId, transition, before }) => {
    const actor = context.hand ?? context.caller?.id
    if (!before?.ownerId || actor === undefined || actor === before.ownerId) return
    const { name, lifecycle } = context.plan.type
    if (isPublic(lifecycle, before.status) || reviewStates(lifecycle).has(transition.to)) return
    const { rows } = await sql<{ at: Date | null }>`select max(at) as at from transition_log
      where item_id = ${itemId} and actor = ${before.ownerId}`.execute(transaction)
    const now = services.clock()
    const since = rows[0]?.at ?? before.createdAt
    const minutes = Math.max(0, Math.round((now.getTime() - since.getTime()) / MINUTE_MS))
    const counter = dayCounterOf(services)
    // In memory, beside the transaction: one that fails at its very end is counted all the same.
    counter.count({ what: 'decided', key: name }, now)
    counter.count({ what: 'decidedMinutes', key: name, n: minutes }, now)
  })
}
