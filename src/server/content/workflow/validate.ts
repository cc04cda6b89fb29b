// Stage validate of a transition: its dates, its partner, its input, the submission policy, and the revision that was read.
import { sql } from 'kysely'
import type { ActionContext, TransitionContext, WriteScope } from '#server/content/action.ts'
import { checkContent } from '#server/content/checks/check-content.ts'
import { missedAmong } from '#server/content/fields/participants-sql.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import type { PendingVersion } from '#server/content/items/pending-change.ts'
import { requireSeen } from '#server/content/pending-changes/require-read-revision.ts'
import { requireOpen } from '#server/content/write/validate.ts'
import { Failure } from '#shared/calls/errors.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import { type Transition, wasLetIn } from '#shared/lifecycles/lifecycle.ts'
import type { OpenTransition } from '#shared/lifecycles/transition-policies.ts'
import { requireSubmissionAllowed } from './submission-policy.ts'
import { readTransitionInput, type TransitionInput } from './transition-form.ts'

type Work = ActionContext & WriteScope

export async function validateTransition(
  work: Work,
  row: ItemRow,
  step: OpenTransition,
  change: PendingVersion | undefined,
): Promise<TransitionInput> {
  requireFutureDate(work, row, step)
  await requirePartner(work, row, step)
  const input = await readTransitionInput(work, row, step)
  await requireSubmittable(work, row, step)
  requireSeen(work, row, step, change)
  const confirmed = step.kind === 'submit' ? await checkContent(work, row.body) : undefined
  return { ...input, ...(confirmed ? { confirmed } : {}) }
}

/** An item that was taken offline was approved before, so the submission policy does not apply again. */
export async function requireSubmittable(
  work: Work,
  row: Pick<ItemRow, 'body' | 'status' | 'leftStatus'>,
  { kind }: Pick<Transition, 'kind'>,
): Promise<void> {
  if (kind !== 'submit') return
  requireOpen(work, row)
  if (!wasLetIn(work.plan.type.lifecycle, row.leftStatus))
    await requireSubmissionAllowed(work.db, work, row.body, row.status)
}

/** A day is over with its end, a time when it comes; what is empty holds nothing up. */
export function requireFutureDate(
  { plan, services }: Pick<ActionContext, 'plan' | 'services'>,
  { body }: Pick<ItemRow, 'body'>,
  { ahead = [], title }: Pick<Transition, 'ahead' | 'title'>,
): void {
  const now = services.clock()
  for (const name of ahead) {
    const value = body[name]
    if (typeof value !== 'string' || value === '') continue
    const isOver = value.includes('T') ? Date.parse(value) <= now.getTime() : value < dayAt(now)
    if (!isOver) continue
    const field = plan.byName.get(name)?.title ?? name
    throw new Failure('WRONG_STATE', { message: `“${field}”已过，请先更新后再“${title}”` })
  }
}

/**
 * Checks a transition by others that makes the owner a partner, if the owner has no fallback assignee. Throws
 * `WRONG_STATE`.
 */
export async function requirePartner(
  { db, plan, caller }: Pick<TransitionContext, 'db' | 'plan' | 'caller'>,
  row: Pick<ItemRow, 'id' | 'status' | 'title' | 'ownerId'>,
  { to, title }: Pick<Transition, 'to' | 'title'>,
): Promise<void> {
  const { states, vacancy } = plan.type.lifecycle
  if (!states[to]?.partner || states[row.status]?.partner || !caller || caller.id === row.ownerId) return
  if (vacancy?.some(({ part }) => part === 'owner')) return
  const { rows } = await sql<{ missed: { name: string } | null }>`
    select ${sql.raw(missedAmong('item.owner_id'))} as missed from item where id = ${row.id}`.execute(db)
  const missed = rows[0]?.missed
  if (!missed) return
  const what = plan.type.title
  throw new Failure('WRONG_STATE', {
    message: `${what}“${row.title}”的提交者“${missed.name}”的账号目前不可用，无法接收通知和继续办理，暂时不能“${title}”：请待账号恢复后办理，或另选其他${what}`,
  })
}
