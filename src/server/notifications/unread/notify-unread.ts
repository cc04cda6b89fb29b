// Owns the word to all processes that somebody's unread counts changed.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { type PushMessage, push } from '#server/platform/websocket/push.ts'

const CHANGED: PushMessage = { type: 'unread' }
/** As many as one notification holds, whatever their ids look like. */
const BATCH_SIZE = 100

/** Give the transaction that changes them, so that it is heard at commit and not without. */
export async function notifyUnread(db: Kysely<Schema>, accountIds: readonly string[]): Promise<void> {
  for (let at = 0; at < accountIds.length; at += BATCH_SIZE)
    await push(db, accountIds.slice(at, at + BATCH_SIZE), CHANGED)
}

/** Whether a browser needs the counts with it, which are taken where it is heard. */
export const isUnread = ({ type }: PushMessage): boolean => type === CHANGED.type
