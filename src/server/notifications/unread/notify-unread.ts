// Notifies all processes that the unread counts of accounts changed.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { type PushMessage, push } from '#server/platform/websocket/push.ts'

const CHANGED: PushMessage = { type: 'unread' }
/** The number of ids that always fits into one notification. */
const BATCH_SIZE = 100

/** Give the transaction that changes them, so that it is heard at commit and not without. */
export async function notifyUnread(db: Kysely<Schema>, accountIds: readonly string[]): Promise<void> {
  for (let at = 0; at < accountIds.length; at += BATCH_SIZE)
    await push(db, accountIds.slice(at, at + BATCH_SIZE), CHANGED)
}

/** Returns true where the message needs the unread counts, which the receiving process reads. */
export const isUnread = ({ type }: PushMessage): boolean => type === CHANGED.type
