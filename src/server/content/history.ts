// Owns what has happened to an item: who took it from state to state, when and why.
import type { Kysely } from 'kysely'
import { findTransition, type Lifecycle, type TransitionAction, wordsOf } from '../../shared/lifecycle.ts'
import type { Schema } from '../database/schema.ts'

const MAX_STEPS = 50

export interface HistoryStep {
  readonly action: string
  readonly from: string
  readonly to: string
  readonly reason: string | null
  /** What the reason is called, such as 处理答复. */
  readonly words: string
  readonly by: string | null
  readonly at: string
}

export async function loadHistory(
  db: Kysely<Schema>,
  lifecycle: Lifecycle,
  itemId: string,
): Promise<HistoryStep[]> {
  const rows = await db
    .selectFrom('transitionLog')
    .leftJoin('account', 'account.id', 'transitionLog.actor')
    .select(['action', 'fromStatus', 'toStatus', 'reason', 'at', 'account.name as actorName'])
    .where('itemId', '=', itemId)
    .orderBy('transitionLog.id', 'desc')
    .limit(MAX_STEPS)
    .execute()
  return rows.map(({ action, fromStatus, toStatus, reason, at, actorName }) => ({
    action,
    from: fromStatus,
    to: toStatus,
    reason,
    words: titleOfWords(lifecycle, fromStatus, action),
    by: actorName,
    at: at.toISOString(),
  }))
}

/** Of an action that the lifecycle no longer has, they are a reason. */
function titleOfWords(lifecycle: Lifecycle, from: string, action: string): string {
  // The log holds what was an action of some lifecycle when it was written.
  return wordsOf(findTransition(lifecycle, from, action as TransitionAction)?.reason)?.title ?? '原因'
}
