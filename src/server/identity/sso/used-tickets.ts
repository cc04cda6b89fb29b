// Ensures that a ticket is used once, over all server processes.
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** No server keeps a ticket for as long. */
const KEPT_FOR = 24 * 3_600_000

const digestOf = (ticket: string) => createHash('sha256').update(ticket).digest('base64url')

/** Of many at once one succeeds. */
export async function takeTicket(db: Kysely<Schema>, ticket: string, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('usedTicket')
    .values({ digest: digestOf(ticket), usedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('digest')
    .executeTakeFirst()
  return row !== undefined
}

/** Releases a ticket that may still be valid, because the server could not be reached. */
export async function giveTicketBack(db: Kysely<Schema>, ticket: string): Promise<void> {
  await db.deleteFrom('usedTicket').where('digest', '=', digestOf(ticket)).execute()
}

export async function deleteOldTickets(db: Kysely<Schema>, now: Date): Promise<void> {
  await db
    .deleteFrom('usedTicket')
    .where('usedAt', '<', new Date(now.getTime() - KEPT_FOR))
    .execute()
}
