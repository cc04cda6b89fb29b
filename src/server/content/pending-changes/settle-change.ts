// Settles the pending change of an item that moves: merges it into the item, or drops it.
import { isClosedBy, savePreviousVersion } from '#server/content/access/previous-version.ts'
import type { TransitionContext } from '#server/content/action.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { dropPending, latestRevision, type PendingVersion } from '#server/content/items/pending-change.ts'
import { CHANGE_DROPPED, logTransition } from '#server/content/write/log.ts'
import type { Unsaved } from '#server/content/write/persist.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import { mergedBody } from './decide-change.ts'

/**
 * Settles the pending change. A transition that returns the item to its owner merges the change into the item, so
 * that both are approved together or not at all. Any other transition decides on the approved version, so the change
 * is dropped, with its revision as `dropped`.
 */
export async function settleChange(
  context: TransitionContext,
  row: ItemRow,
  step: Transition,
  pending: PendingVersion | undefined,
  unsaved: Unsaved | undefined,
): Promise<{ readonly unsaved: Unsaved | undefined; readonly dropped?: number }> {
  const { db, plan } = context
  const { lifecycle } = plan.type
  if (!pending) return { unsaved }
  await dropPending(db, row.id)
  if (!lifecycle.states[step.to]?.editable) {
    const entry = { action: CHANGE_DROPPED, from: pending.status, to: row.status }
    await logTransition(context, row.id, entry)
    return { unsaved, dropped: pending.revision }
  }
  const current = { ...row, ...unsaved }
  const body = await mergedBody(context, current, pending)
  if (isClosedBy(lifecycle, row.status, step.to)) await savePreviousVersion(db, row.id)
  const revision = latestRevision(current, pending) + 1
  return { unsaved: { body, revision, approvedRevision: current.revision } }
}
