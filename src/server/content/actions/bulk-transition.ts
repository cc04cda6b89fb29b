// Executes one transition for many items: each separately, as a single call would, with its own result.
import { sql } from 'kysely'
import { canRead } from '#server/content/access/access.ts'
import type { ActionContext, ContentActionHandler } from '#server/content/action.ts'
import { loadRow } from '#server/content/items/item-row.ts'
import { transitionAction } from '#server/content/workflow/execute-transition.ts'
import { canCallOperation } from '#server/platform/operations/access.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { ContentCall, Operation } from '#shared/model/operation-model.ts'

export interface BulkItemResult {
  readonly id: string
  /** Empty where the item is none of the caller's business. */
  readonly title: string
  readonly ok: boolean
  /** The state it came to; absent where it was refused. */
  readonly status?: string
  /** Why it was refused. */
  readonly msg?: string
}

export interface BulkItem {
  readonly id: string
  readonly revision?: number
}

interface BulkRequest {
  readonly action: string
  readonly items: readonly BulkItem[]
  readonly reason?: string
  /** What was moved goes back; the reason of the state that it left counts again. */
  readonly undo?: boolean
}

/** One after the other, so that what one of them moves is settled before the next; nothing of one depends on another. */
export const bulk: ContentActionHandler = async (context) => {
  const { action, items, reason, undo } = context.call.body as unknown as BulkRequest // validated
  const operation = transitionOperation(context, action)
  const results: BulkItemResult[] = []
  for (const item of items) {
    const title = await titleOf(context, item.id)
    results.push({ title, ...(await takeOne({ ...context, undoes: undo }, operation, item, reason)) })
  }
  return toBulkAnswer(results)
}

export interface BulkTransitionAnswer {
  readonly done: number
  readonly results: readonly BulkItemResult[]
}

export const toBulkAnswer = (results: readonly BulkItemResult[]): BulkTransitionAnswer => ({
  done: results.filter(({ ok }) => ok).length,
  results,
})

/**
 * Returns the operation of a transition. Refuses a caller who may not execute it for a single item. Transitions that
 * ask for a form are executed one by one.
 */
export function transitionOperation(
  { plan, services, caller }: Pick<ActionContext, 'plan' | 'services' | 'caller'>,
  action: string,
): Operation {
  const { name, lifecycle, title } = plan.type
  const steps = lifecycle.transitions.filter((step) => step.action === action)
  const operation = services
    .model()
    .operations.find(({ content }) => content?.type === name && content.action === action)
  if (!operation || steps.length === 0) throw wrong(`${title}没有这个操作`)
  if (!canCallOperation(caller, operation)) throw new Failure('FORBIDDEN')
  if (steps.every(({ form }) => form !== undefined)) throw wrong(`“${steps[0]?.title}”须填写表单，请逐条办理`)
  if (steps.every(({ marks }) => marks !== undefined))
    throw wrong(`“${steps[0]?.title}”须逐条核对，请逐条办理`)
  return operation
}

const wrong = (message: string) => new Failure('BAD_INPUT', { errors: [{ path: '/action', message }] })

async function titleOf({ db, plan, caller }: ActionContext, id: string): Promise<string> {
  const row = await loadRow(db, plan, sql`id = ${id}`)
  return row && canRead(plan.type, row, caller) ? row.title : ''
}

export async function takeOne(
  context: Omit<ActionContext, 'operation' | 'content'>,
  operation: Operation,
  { id, revision }: BulkItem,
  reason: string | undefined,
): Promise<Omit<BulkItemResult, 'title'>> {
  const body = { id, ...(revision === undefined ? {} : { revision }), ...(reason ? { reason } : {}) }
  const action = operation.content?.action ?? ''
  try {
    const content = operation.content as ContentCall // of a step
    // The key of the whole call is not the key of each of its writes.
    const { idempotencyKey: _whole, ...request } = context.call.request
    const call = { ...context.call, params: {}, body, request }
    const one = { ...context, operation, content, params: {}, call }
    const { status } = (await transitionAction(action)(one)) as { readonly status: string }
    return { id, ok: true, status }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return toRefused(id, error)
  }
}

export const toRefused = (id: string, error: Failure) => ({ id, ok: false, msg: describeFailure(error) })

/** Describes the first missing input. An item with a pending change has to be opened before it is decided. */
function describeFailure({ message, errors = [] }: Failure): string {
  if (errors.some(({ path }) => path === '/change')) return '有修改稿等待审核，请打开逐条办理'
  return errors[0]?.message ?? message
}
