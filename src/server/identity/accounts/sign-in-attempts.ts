// Counts failed sign-ins by account and address and locks after five of them.

import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'

const LIMIT = 5
/** After so many failures a captcha is asked for. */
export const CAPTCHA_FROM = 2
const LOCKED_FOR = 15 * 60_000

/**
 * Counted per account and address together: a stranger elsewhere cannot lock somebody out.
 * The name need not exist, so that the lock tells nothing about accounts.
 */
export function toAttemptKey(name: string, address: string): string {
  return createHash('sha256')
    .update(`${name.toLowerCase()}\n${networkOf(address)}`)
    .digest('base64url')
}

/** The result of checking a proof; only a checked and wrong proof counts as a failure. */
export type AttemptResult<T> = { readonly kind: 'right'; readonly value: T } | { readonly kind: 'wrong' }

/**
 * Looks at one proof of the account and address; `look` hears which try it is. Answers null, without looking, after
 * five wrong ones. The try is counted before, so that tries side by side cannot exceed the limit, and given back where
 * `look` throws: then nothing was checked. Those of one process take turns, so that several right ones at once do not
 * lock each other out.
 */
export function attempt<T>(
  db: Kysely<Schema>,
  key: string,
  now: Date,
  look: (tries: number) => Promise<AttemptResult<T>>,
): Promise<AttemptResult<T> | null> {
  return inTurn(key, async () => {
    const tries = await takeTry(db, key, now)
    if (tries === null) return null
    let result: AttemptResult<T>
    try {
      result = await look(tries)
    } catch (error) {
      await giveTryBack(db, key)
      throw error
    }
    if (result.kind === 'right') await db.deleteFrom('signInAttempt').where('key', '=', key).execute()
    return result
  })
}

/** The last of those who wait, by key. */
const waiting = new Map<string, Promise<unknown>>()

/** How many wait is bounded by how many sign-ins an address may ask for. */
async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = waiting.get(key) ?? Promise.resolve()
  const mine = before.then(work, work)
  waiting.set(key, mine)
  try {
    return await mine
  } finally {
    if (waiting.get(key) === mine) waiting.delete(key)
  }
}

/** Which try it is, or null where there is none left; the lock ends 15 minutes after the last one that there was. */
async function takeTry(db: Kysely<Schema>, key: string, now: Date): Promise<number | null> {
  const stale = new Date(now.getTime() - LOCKED_FOR)
  const isStale = sql<boolean>`sign_in_attempt.last_at < ${stale}`
  const row = await db
    .insertInto('signInAttempt')
    .values({ key, failures: 1, lastAt: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          failures: sql`case when ${isStale} then 1 else sign_in_attempt.failures + 1 end`,
          lastAt: sql`excluded.last_at`,
        })
        .where((eb) => eb.or([isStale, eb('signInAttempt.failures', '<', LIMIT)])),
    )
    .returning('failures')
    .executeTakeFirst()
  return row?.failures ?? null
}

async function giveTryBack(db: Kysely<Schema>, key: string): Promise<void> {
  await db
    .updateTable('signInAttempt')
    .set({ failures: sql`greatest(failures - 1, 0)` })
    .where('key', '=', key)
    .execute()
}

export async function deleteStaleAttempts(db: Kysely<Schema>, now: Date): Promise<void> {
  await db
    .deleteFrom('signInAttempt')
    .where('lastAt', '<', new Date(now.getTime() - LOCKED_FOR))
    .execute()
}
