// Issues tokens that prove a right SMS code: bound to form session, number and purpose, two hours, one use.
import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { SmsPurpose } from '#shared/identity/sms-purposes.ts'

/** Seconds. */
export const PROOF_LIVES = 2 * 3600
const SIZE = 32
const SHAPE = /^[\w-]{43}$/

/** A code has six digits, so that the same field takes either. */
export function isVerificationToken(text: string): boolean {
  return SHAPE.test(text)
}

function digestOf(mobile: string, purpose: SmsPurpose, proof: string): string {
  return createHash('sha256').update(`${purpose}\n${mobile}\n${proof}`).digest('base64url')
}

/** Call only after the code was spent; the secret is stored nowhere. */
export async function createVerificationToken(
  db: Kysely<Schema>,
  mobile: string,
  purpose: SmsPurpose,
  now: Date,
): Promise<string> {
  const proof = randomBytes(SIZE).toString('base64url')
  const expiresAt = new Date(now.getTime() + PROOF_LIVES * 1000)
  await db
    .insertInto('smsProof')
    .values({ digest: digestOf(mobile, purpose, proof), expiresAt })
    .execute()
  return proof
}

export async function isValidVerificationToken(
  db: Kysely<Schema>,
  mobile: string,
  purpose: SmsPurpose,
  proof: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('smsProof')
    .select('digest')
    .where('digest', '=', digestOf(mobile, purpose, proof))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** In the transaction of what it proves; of many at once one succeeds. */
export async function consumeVerificationToken(
  db: Kysely<Schema>,
  mobile: string,
  purpose: SmsPurpose,
  proof: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('smsProof')
    .set({ usedAt: now })
    .where('digest', '=', digestOf(mobile, purpose, proof))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('digest')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteExpiredVerificationTokens(db: Kysely<Schema>, now: Date): Promise<void> {
  await db.deleteFrom('smsProof').where('expiresAt', '<', now).execute()
}
