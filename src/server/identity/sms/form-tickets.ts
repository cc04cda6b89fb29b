// Issues tickets that let a form send one SMS code after a captcha: for one number and network, five minutes, one
// use.
import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const LIVES = 5 * 60_000
const SIZE = 32

/** In the same table as the proofs that a code was right; what stands before the number keeps them apart. */
function digestOf(network: string, mobile: string, ticket: string): string {
  return createHash('sha256').update(`form\n${network}\n${mobile}\n${ticket}`).digest('base64url')
}

export async function newFormTicket(
  db: Kysely<Schema>,
  network: string,
  mobile: string,
  now: Date,
): Promise<string> {
  const ticket = randomBytes(SIZE).toString('base64url')
  const expiresAt = new Date(now.getTime() + LIVES)
  await db
    .insertInto('smsProof')
    .values({ digest: digestOf(network, mobile, ticket), expiresAt })
    .execute()
  return ticket
}

/** Of many at once one succeeds. */
export async function spendFormTicket(
  db: Kysely<Schema>,
  network: string,
  mobile: string,
  ticket: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .deleteFrom('smsProof')
    .where('digest', '=', digestOf(network, mobile, ticket))
    .returning('expiresAt')
    .executeTakeFirst()
  return row !== undefined && row.expiresAt > now
}
