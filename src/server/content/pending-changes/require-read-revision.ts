// Checks that a decision applies to the revision that the decider has read.
import { isOwner } from '#server/content/access/can-edit.ts'
import type { ActionContext } from '#server/content/action.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { latestRevision, type PendingVersion } from '#server/content/items/pending-change.ts'
import { type Parameters, readInteger } from '#server/platform/calls/read-parameter.ts'
import { Failure } from '#shared/calls/errors.ts'
import { isOpen, type Transition } from '#shared/lifecycles/lifecycle.ts'

/**
 * Checks the named revision against the latest. Throws `STALE_REVISION` if they differ. A caller who publishes
 * or reviews another person's item must name the revision if the item has changed since its submission; with a single revision
 * there is no other that the caller could have read.
 */
export function requireSeen(
  { params, plan, caller }: Pick<ActionContext, 'plan' | 'caller'> & { readonly params: Parameters },
  row: ItemRow,
  step: Transition,
  change: PendingVersion | undefined,
): void {
  const seen = readInteger(params, 'revision', { min: 1, max: Number.MAX_SAFE_INTEGER })
  const latest = latestRevision(row, change)
  if (seen !== undefined && seen !== latest) throw new Failure('STALE_REVISION')
  const { lifecycle } = plan.type
  const publishes = step.stage || (isOpen(lifecycle, step.to) && !isOpen(lifecycle, row.status))
  // Beside a waiting change the step is about what was approved before.
  if (seen !== undefined || !publishes || latest === 1 || change || isOwner(row, caller)) return
  throw unnamed('revision', '内容提交后又有修改，请填写 revision')
}

export function unnamed(parameter: 'revision' | 'change', words: string): Failure {
  const message = `${words}：请先读取最新内容，再将版本号一并提交`
  return new Failure('BAD_INPUT', { errors: [{ path: `/${parameter}`, message }] })
}
