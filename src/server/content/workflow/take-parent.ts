// Executes a transition of the parent when a child is submitted, if the type declares it (`takes`).
import { requireItem } from '#server/content/access/access.ts'
import { actingFor } from '#server/content/access/acting-for.ts'
import type { ActionContext, WriteScope } from '#server/content/action.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { requireSeen } from '#server/content/pending-changes/require-read-revision.ts'
import type { Body } from '#server/content/write/validate.ts'
import type { Parameters } from '#server/platform/calls/read-parameter.ts'
import { requireMeaningfulText } from '#server/platform/operations/require-reason.ts'
import { Failure } from '#shared/calls/errors.ts'
import { permittedTransitions } from '#shared/lifecycles/transition-policies.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import { advanceParent } from './advance-parent.ts'
import { loadPendingFor } from './authorize.ts'
import { move } from './move.ts'

/**
 * Executes the transition in the transaction that stores the item; concurrent submissions run one after the other.
 * `seen` names the revision of the parent that the writer has read. Throws
 * `WRONG_STATE` if the parent cannot reach the state, `FORBIDDEN` if the caller may not execute the transition,
 * `STALE_REVISION` if the parent was changed since.
 */
export async function takeParent(
  context: ActionContext & WriteScope,
  body: Body,
  seen: Parameters = {},
): Promise<void> {
  const { plan, services, caller } = context
  const { takes, parent = '' } = plan.type
  const above = findPlan(services.model(), plan.byName.get(parent)?.ref ?? '')
  const to = takes?.steps[String(body[takes.field] ?? '')]
  if (!takes || !above || to === undefined) return
  const own = { ...context, plan: above }
  const row = await requireItem(own, String(body[parent] ?? ''), { lock: true })
  const { lifecycle, title } = above.type
  const step = permittedTransitions(lifecycle, row, caller).find(
    (open) => open.to === to && open.quorum === undefined,
  )
  if (!step) {
    const state = (name: string) => lifecycle.states[name]?.title ?? name
    if (row.status === to)
      throw new Failure('WRONG_STATE', {
        message: `该${title}已是“${state(to)}”状态，无须重复提交`,
      })
    const isTheirs = lifecycle.transitions.some((one) => one.to === to && one.from.includes(row.status))
    if (isTheirs) throw new Failure('FORBIDDEN')
    throw new Failure('WRONG_STATE', {
      message: `该${title}目前为“${state(row.status)}”状态，不能改为“${state(to)}”`,
    })
  }
  // The call is as it was before revisions were named: only who names one is held to it.
  if (seen.revision !== undefined)
    requireSeen({ ...own, params: seen }, row, step, (await loadPendingFor(own, row)).change)
  const acting = actingFor(own, step)
  await advanceParent(acting, row, step)
  const words = body[takes.words ?? '']
  const reasonField = resolveReason(step.reason)
  if (reasonField && !reasonField.optional && typeof words === 'string')
    requireMeaningfulText(
      plan.byName.get(takes.words ?? '')?.title ?? reasonField.title,
      words,
      `/${takes.words}`,
    )
  await move(acting, row, step, typeof words === 'string' && words !== '' ? { reason: words } : {})
}
