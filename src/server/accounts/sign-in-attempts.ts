// Owns the count of failed sign-ins per account and address, and the lock that follows five of them.

import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { networkOf } from '../http/network-of.ts'

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

/**
 * Counts a try before the password is looked at, so that tries side by side cannot exceed the limit.
 * Answers which try it is, or null where it must not be looked at; the lock ends 15 minutes after the last try that
 * could.
 */
export async function countAttempt(db: Kysely<Schema>, key: string, now: Date): Promise<number | null> {
  const stale = new Date(now.getTime() - LOCKED_FOR)
  const isStale = sql<boolean>`sign_in_attempt.last_at < ${stale}`
  const row = await db
    .insertInto('signInAttempt')
    .values({ key, failures: 1, lastAt: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        failures: sql`case when ${isStale} then 1 else least(sign_in_attempt.failures, ${sql.lit(LIMIT)}) + 1 end`,
        lastAt: sql`case when ${isStale} or sign_in_attempt.failures < ${sql.lit(LIMIT)}
          then excluded.last_at else sign_in_attempt.last_at end`,
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  return row.failures <= LIMIT ? row.failures : null
}

export async function clearAttempts(db: Kysely<Schema>, key: string): Promise<void> {
  await db.deleteFrom('signInAttempt').where('key', '=', key).execute()
}

export async function deleteStaleAttempts(db: Kysely<Schema>, now: Date): Promise<void> {
  await db
    .deleteFrom('signInAttempt')
    .where('lastAt', '<', new Date(now.getTime() - LOCKED_FOR))
    .execute()
}
