// Counts the votes on quorum transitions, and logs each vote before the last.
import { sql } from 'kysely'
import type { ActionContext, TransitionContext } from '#server/content/action.ts'
import { hasVotes, votesSql } from '#server/content/fields/votes-column.ts'
import type { ItemRow } from '#server/content/items/item-row.ts'
import { logTransition } from '#server/content/write/log.ts'
import type { WriteResult } from '#server/content/write/write.ts'
import { missingAfter, type Transition } from '#shared/lifecycles/lifecycle.ts'
import { partOf } from '#shared/lifecycles/transition-policies.ts'
import type { TransitionInput } from './transition-form.ts'

/** Once it is locked: what the locking statement itself read of the log may be older than the lock. */
export async function withVotes(
  { db, plan }: Pick<ActionContext, 'db' | 'plan'>,
  row: ItemRow,
): Promise<ItemRow> {
  if (!hasVotes(plan.type)) return row
  const { rows } = await sql<Pick<ItemRow, 'votes'>>`
    select ${sql.raw(votesSql(plan.type))} from item where id = ${row.id}`.execute(db)
  return { ...row, votes: rows[0]?.votes ?? null }
}

/** Logs the vote unless it is the last one. The row must be locked. Returns undefined if the item moves now. */
export async function castVote(
  context: TransitionContext,
  row: ItemRow,
  step: Transition,
  input: TransitionInput,
): Promise<WriteResult<unknown> | undefined> {
  const missing = missingAfter(step, row)
  if (missing === 0) return undefined
  const { id, status, revision } = row
  const part = partOf(step, context.caller, row)
  await logTransition(context, id, {
    action: `vote:${step.action}`,
    from: status,
    to: status,
    part,
    ...input,
  })
  return {
    answer: { id, status, revision, missing },
    target: id,
    detail: { from: status, to: status, missing },
  }
}
