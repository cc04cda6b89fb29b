// Owns the word to all processes that somebody's unread counts changed.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { type PushMessage, push } from '#server/platform/websocket/push.ts'

const CHANGED: PushMessage = { type: 'unread' }
/** As many as one notification holds, whatever their ids look like. */
const AT_ONCE = 100

/** Give the transaction that changes them, so that it is heard at commit and not without. */
export async function notifyUnread(db: Kysely<Schema>, accountIds: readonly string[]): Promise<void> {
  for (let at = 0; at < accountIds.length; at += AT_ONCE)
    await push(db, accountIds.slice(at, at + AT_ONCE), CHANGED)
}

/** Whether a browser needs the counts with it, which are taken where it is heard. */
export const isUnread = ({ type }: PushMessage): boolean => type === CHANGED.type
