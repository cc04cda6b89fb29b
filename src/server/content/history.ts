// Owns what has happened to an item: who took it from state to state, when and why.
import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

const MAX_STEPS = 50

export interface HistoryStep {
  readonly action: string
  readonly from: string
  readonly to: string
  readonly reason: string | null
  readonly by: string | null
  readonly at: string
}

export async function loadHistory(db: Kysely<Schema>, itemId: string): Promise<HistoryStep[]> {
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
    by: actorName,
    at: at.toISOString(),
  }))
}
