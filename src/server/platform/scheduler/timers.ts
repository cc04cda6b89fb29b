// Claims and changes the timers of tasks, each in one statement.
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export interface Claimed {
  readonly name: string
  readonly claim: string
  readonly attempts: number
}

const FIRST_WAIT = 5_000
const MAX_WAIT_MS = 3_600_000
const MAX_FAILURE_LENGTH = 500

/** Sets the timer of a task that has none yet. */
export async function ensureTimer(db: Kysely<Schema>, name: string, dueAt: Date): Promise<void> {
  await db
    .insertInto('timer')
    .values({ name, task: name, dueAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes the longest due of `names` for `lease` milliseconds; of several processes that ask at once each gets another. */
export async function claimTimer(
  db: Kysely<Schema>,
  names: readonly string[],
  now: Date,
  lease: number,
): Promise<Claimed | undefined> {
  if (names.length === 0) return undefined
  const { rows } = await sql<Claimed>`
    update timer set claim = ${randomUUID()}, claimed_until = ${new Date(now.getTime() + lease)}, attempts = attempts + 1
    where name = (
      select name from timer
      where due_at <= ${now} and (claimed_until is null or claimed_until <= ${now}) and name in (${sql.join(names)})
      order by due_at limit 1 for update skip locked)
    returning name, claim, attempts`.execute(db)
  return rows[0]
}

interface TimerChange {
  readonly dueAt?: Date
  readonly claim?: null
  readonly claimedUntil: Date | null
  readonly attempts?: number
  readonly failure?: string | null
}

/** Changes nothing when the claim is lost: another process has taken the run over. */
async function change(db: Kysely<Schema>, { name, claim }: Claimed, to: TimerChange): Promise<void> {
  await db
    .updateTable('timer')
    .set(to)
    .where((eb) => eb.and({ name, claim }))
    .execute()
}

export const extendLease = (db: Kysely<Schema>, claimed: Claimed, until: Date): Promise<void> =>
  change(db, claimed, { claimedUntil: until })

/** Ends a run that went well: the timer waits for `dueAt`. */
export const endRun = (db: Kysely<Schema>, claimed: Claimed, dueAt: Date): Promise<void> =>
  change(db, claimed, { dueAt, claim: null, claimedUntil: null, attempts: 0, failure: null })

/** Ends a run that failed: somebody tries again after a while, longer each time. */
export function postponeRun(db: Kysely<Schema>, claimed: Claimed, now: Date, failure: string): Promise<void> {
  const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT * 2 ** Math.min(claimed.attempts - 1, 20))
  return change(db, claimed, {
    claim: null,
    claimedUntil: new Date(now.getTime() + wait),
    failure: failure.slice(0, MAX_FAILURE_LENGTH),
  })
}
