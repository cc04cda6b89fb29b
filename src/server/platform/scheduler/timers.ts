// Sets, claims, extends and ends timers, each in one statement.
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export interface Timer {
  readonly name: string
  readonly task: string
  readonly subject: string | null
  readonly dueAt: Date
}

export interface Claimed extends Timer {
  readonly claim: string
  readonly attempts: number
}

const FIRST_WAIT = 5_000
const MAX_WAIT_MS = 3_600_000
const MAX_FAILURE_LENGTH = 500

/** Sets a timer, or sets it anew under the same name; give a transaction that shall decide whether it is set at all. */
export async function setTimer(db: Kysely<Schema>, { name, task, subject, dueAt }: Timer): Promise<void> {
  const row = { task, subject, dueAt, claim: null, claimedUntil: null, attempts: 0, failure: null }
  await db
    .insertInto('timer')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

export async function dropTimer(db: Kysely<Schema>, name: string): Promise<void> {
  await db.deleteFrom('timer').where('name', '=', name).execute()
}

/** Leaves one that is set already as it is. */
export async function ensureTimer(db: Kysely<Schema>, { name, task, subject, dueAt }: Timer): Promise<void> {
  await db
    .insertInto('timer')
    .values({ name, task, subject, dueAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes the longest due of `tasks` for `lease` milliseconds; of several processes that ask at once each gets another. */
export async function claimTimer(
  db: Kysely<Schema>,
  tasks: readonly string[],
  now: Date,
  lease: number,
): Promise<Claimed | undefined> {
  if (tasks.length === 0) return undefined
  const claim = randomUUID()
  const { rows } = await sql<Omit<Claimed, 'claim'>>`
    update timer set claim = ${claim}, claimed_until = ${new Date(now.getTime() + lease)}, attempts = attempts + 1
    where name = (
      select name from timer
      where due_at <= ${now} and (claimed_until is null or claimed_until <= ${now}) and task in (${sql.join(tasks)})
      order by due_at limit 1 for update skip locked)
    returning name, task, subject, due_at, attempts`.execute(db)
  return rows[0] && { ...rows[0], claim }
}

/** False when the claim is lost. */
export async function extendTimerLease(
  db: Kysely<Schema>,
  { name, claim }: Pick<Claimed, 'name' | 'claim'>,
  until: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('timer')
    .set({ claimedUntil: until })
    .where('name', '=', name)
    .where('claim', '=', claim)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a run that went well: the timer goes, or waits for `next`. False when the claim is lost. */
export async function endTimer(
  db: Kysely<Schema>,
  { name, claim }: Pick<Claimed, 'name' | 'claim'>,
  next: Date | undefined,
): Promise<boolean> {
  if (next === undefined) {
    const { numDeletedRows } = await db
      .deleteFrom('timer')
      .where('name', '=', name)
      .where('claim', '=', claim)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
  const { numUpdatedRows } = await db
    .updateTable('timer')
    .set({ dueAt: next, claim: null, claimedUntil: null, attempts: 0, failure: null })
    .where('name', '=', name)
    .where('claim', '=', claim)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a run that failed: somebody tries again after a while, longer each time. */
export async function postponeTimer(
  db: Kysely<Schema>,
  { name, claim, attempts }: Claimed,
  now: Date,
  failure: string,
): Promise<void> {
  const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT * 2 ** Math.min(attempts - 1, 20))
  await db
    .updateTable('timer')
    .set({
      claim: null,
      claimedUntil: new Date(now.getTime() + wait),
      failure: failure.slice(0, MAX_FAILURE_LENGTH),
    })
    .where('name', '=', name)
    .where('claim', '=', claim)
    .execute()
}
