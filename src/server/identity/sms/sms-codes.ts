// Issues and checks SMS codes: six digits, bound to number and purpose, five minutes, five wrong attempts, one use.
import { createHash, randomInt } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { SmsPurpose } from '#shared/identity/sms-purposes.ts'

const LIVES = 5 * 60_000
const MAX_TRIES = 5

function digestOf(mobile: string, purpose: SmsPurpose, code: string): string {
  return createHash('sha256').update(`${purpose}\n${mobile}\n${code}`).digest('base64url')
}

/** A new code takes the place of the one before; returns it for sending. */
export async function newSmsCode(
  db: Kysely<Schema>,
  mobile: string,
  purpose: SmsPurpose,
  now: Date,
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const fresh = {
    digest: digestOf(mobile, purpose, code),
    tries: 0,
    expiresAt: new Date(now.getTime() + LIVES),
    usedAt: null,
  }
  await db
    .insertInto('smsCode')
    .values({ mobile, purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(['mobile', 'purpose']).doUpdateSet(fresh))
    .execute()
  return code
}

/** Returns true where the code is right, and counts a wrong attempt. The code stays usable. */
export async function isSmsCode(
  db: Kysely<Schema>,
  mobile: string,
  purpose: SmsPurpose,
  code: string,
  now: Date,
): Promise<boolean> {
  const fits = sql<boolean>`digest = ${digestOf(mobile, purpose, code)}`
  const row = await db
    .updateTable('smsCode')
    .set({ tries: sql`tries + case when ${fits} then 0 else 1 end` })
    .where((eb) => eb.and({ mobile, purpose }))
    .where('usedAt', 'is', null)
    .where('tries', '<', MAX_TRIES)
    .where('expiresAt', '>', now)
    .returning(fits.as('fits'))
    .executeTakeFirst()
  return row?.fits ?? false
}

/** Uses the code up, in the transaction of what it proves; of many at once one succeeds. Ask `isSmsCode` before. */
export async function spendSmsCode(
  db: Kysely<Schema>,
  mobile: string,
  purpose: SmsPurpose,
  code: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('smsCode')
    .set({ usedAt: now })
    .where((eb) => eb.and({ mobile, purpose, digest: digestOf(mobile, purpose, code) }))
    .where('usedAt', 'is', null)
    .where('tries', '<', MAX_TRIES)
    .where('expiresAt', '>', now)
    .returning('mobile')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteOldSmsCodes(db: Kysely<Schema>, now: Date): Promise<void> {
  await db.deleteFrom('smsCode').where('expiresAt', '<', now).execute()
}
