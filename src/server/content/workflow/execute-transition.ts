// Executes a transition of an item, or a decision on its pending change.
import { actingFor } from '#server/content/access/acting-for.ts'
import type { ActionContext, ContentActionHandler, WriteScope } from '#server/content/action.ts'
import { probeLinks } from '#server/content/checks/find-dead-links.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { decideChange, findChangeTransition } from '#server/content/pending-changes/decide-change.ts'
import { unnamed } from '#server/content/pending-changes/require-read-revision.ts'
import { settleChange } from '#server/content/pending-changes/settle-change.ts'
import { type WriteResult, write } from '#server/content/write/write.ts'
import { type Parameters, readInteger } from '#server/platform/calls/read-parameter.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import type { OpenTransition } from '#shared/lifecycles/transition-policies.ts'
import { advanceParent } from './advance-parent.ts'
import { isOfChange, type Loaded, loadForTransition, permit } from './authorize.ts'
import { readFieldComments } from './field-comments.ts'
import { assignToCaller } from './first-come-assignment.ts'
import { move } from './move.ts'
import { recordDecision } from './record-decision.ts'
import { readReason, requireReason, type TransitionInput } from './transition-form.ts'
import { validateTransition } from './validate.ts'
import { castVote } from './votes.ts'

type Work = ActionContext & WriteScope

/** The transition is undefined for a decision on the pending change. */
interface Permitted extends Loaded {
  readonly step: OpenTransition | undefined
}

interface Executed extends WriteResult<unknown> {
  /** The transition of the item that was executed; absent for a vote and for a decision on the change. */
  readonly executed?: {
    readonly row: ItemRow
    readonly step: Transition
    readonly reason: string | undefined
  }
}

export function transitionAction(action: string): ContentActionHandler {
  return async (called) => {
    requireSignedIn(called.caller)
    const context = withBody(called)
    await probeSubmitted(context, action)
    return write(context, {
      authorize: async (work): Promise<Permitted> => {
        const loaded = await loadForTransition(work, action)
        return {
          ...loaded,
          step: isOfChange(work, loaded, action) ? undefined : permit(work, loaded.row, action),
        }
      },
      validate: async (work, { step, row, change }): Promise<TransitionInput> =>
        step ? validateTransition(work, row, step, change) : {},
      persist: async (work, { step, ...loaded }, input): Promise<Executed> =>
        step ? execute(work, loaded, step, input) : endChange(work, loaded, action),
      effects: async (work, { executed }) => {
        if (executed) await recordDecision(work, executed.row, executed.step, executed.reason)
      },
    })
  }
}

/** Asks for the links of what is submitted before its row is locked. */
async function probeSubmitted({ db, plan, services, params }: ActionContext, action: string): Promise<void> {
  const { checks, lifecycle } = plan.type
  const submits = lifecycle.transitions.some((step) => step.action === action && step.kind === 'submit')
  if (!checks?.links || !submits || typeof params.id !== 'string') return
  const row = await db
    .selectFrom('item')
    .select('body')
    .where('id', '=', params.id)
    .where('type', '=', plan.type.name)
    .executeTakeFirst()
  await probeLinks({ plan, services }, row?.body)
}

/** Merges the parameters of the transition, which come in the address of a GET and in the body of a POST. */
function withBody(context: ActionContext): ActionContext {
  const body = (context.call.body ?? {}) as Parameters // validated as an object, or null
  return { ...context, params: { ...context.params, ...body } }
}

async function execute(
  work: Work,
  { row, pending }: Omit<Loaded, 'change'>,
  step: OpenTransition,
  input: TransitionInput,
): Promise<Executed> {
  const acting = actingFor(work, step)
  const behalf = step.for ? { behalf: step.for.id } : {}
  const vote = await castVote(acting, row, step, input)
  if (vote) return { ...vote, detail: { ...vote.detail, ...behalf } }
  const assigned = await assignToCaller(acting, row, step)
  const settled = await settleChange(acting, row, step, pending, assigned)
  await advanceParent(acting, row, step)
  const isDropping = settled.dropped !== undefined
  const isUndoing = work.undoes === true && (await wasJustMoved(work, row, step.to))
  const done = await move(acting, row, step, { ...input, isDropping, isUndoing }, settled.unsaved)
  const { reason } = input
  return {
    executed: { row, step, reason },
    answer: { id: row.id, ...done },
    target: row.id,
    detail: {
      from: row.status,
      to: done.status,
      ...behalf,
      ...(reason ? { reason } : {}),
      ...input.confirmed,
      ...(isDropping ? { dropped: settled.dropped } : {}),
    },
  }
}

/** Returns true if the last transition of the item was the caller's own, out of the state. */
async function wasJustMoved({ db, caller }: Work, { id, status }: ItemRow, out: string): Promise<boolean> {
  const last = await db
    .selectFrom('transitionLog')
    .select(['actor', 'fromStatus', 'toStatus'])
    .where('itemId', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.actor === caller?.id && last?.fromStatus === out && last?.toStatus === status
}

async function endChange(
  work: Work,
  { row, change }: Pick<Loaded, 'row' | 'change'>,
  action: string,
): Promise<WriteResult<unknown>> {
  if (!change) throw new Failure('WRONG_STATE')
  const reason = readReason(work)
  const seen = readInteger(work.params, 'change', { min: 1, max: Number.MAX_SAFE_INTEGER })
  const step = await findChangeTransition(work, row, change, action)
  if (!step) throw new Failure('FORBIDDEN')
  requireReason(step, reason)
  if (seen !== undefined && seen !== change.revision) throw new Failure('STALE_REVISION')
  // The author may have changed it since, so an approval must name its revision.
  const isReview = step.to === row.status || work.plan.type.lifecycle.states[step.to]?.stage !== undefined
  if (seen === undefined && isReview && work.caller?.id !== change.author)
    throw unnamed('change', '修改稿可能又有改动，请填写 change')
  const remarks = readFieldComments(work, step)
  const revision = await decideChange(actingFor(work, step), row, change, step, { reason, remarks })
  const changeStatus = step.to === row.status ? null : step.to
  return {
    answer: { id: row.id, status: row.status, revision, changeStatus },
    target: row.id,
    detail: {
      change: change.revision,
      ...(reason ? { reason } : {}),
      from: change.status,
      to: step.to,
      ...(step.for ? { behalf: step.for.id } : {}),
    },
  }
}
