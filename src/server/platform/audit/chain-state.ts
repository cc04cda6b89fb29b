// Reports the state of the audit chain to the operators' pages. Verifies at most every ten minutes, one run at a
// time.
import type { Services } from '#server/platform/call.ts'
import { verifyAudit } from './verify-audit.ts'

export interface ChainState {
  readonly title: string
  readonly state: 'whole' | 'broken'
  readonly entries: number | null
  readonly unchained: number | null
  readonly place: string | null
  readonly reason: string | null
  readonly checkedAt: string
}

const STAYS = 10 * 60_000

interface CachedState {
  readonly at: number
  readonly state: Promise<ChainState>
}

const stateByDatabase = new WeakMap<Services['database'], CachedState>()

/** Hashing the whole log takes a while, so everybody who asks meanwhile gets the same answer. */
export function chainState({ database, db, clock }: Services): Promise<ChainState> {
  const now = clock().getTime()
  const before = stateByDatabase.get(database)
  if (before && now - before.at < STAYS) return before.state
  const state = verify(db, new Date(now))
  stateByDatabase.set(database, { at: now, state })
  state.catch(() => stateByDatabase.delete(database))
  return state
}

async function verify(db: Services['db'], now: Date): Promise<ChainState> {
  const verdict = await verifyAudit(db)
  const checkedAt = now.toISOString()
  if (verdict.ok) {
    const { entries, unchained } = verdict
    const whole = { title: '审计日志完整，没有被改动', state: 'whole', place: null, reason: null } as const
    return { ...whole, entries, unchained, checkedAt }
  }
  const { id, lane, position, reason } = verdict
  const place = [
    ...(id === null ? [] : [`编号 ${id}`]),
    ...(lane === null ? [] : [`第 ${lane} 列第 ${position ?? '?'} 条`]),
  ].join('，')
  const broken = { title: '审计日志与校验值不符，可能被改动', state: 'broken' } as const
  return { ...broken, entries: null, unchained: null, place, reason, checkedAt }
}
