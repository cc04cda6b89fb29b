// Exports a person's own chat messages, without those of others.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const MAX_ROWS = 10_000

/**
 * Returns the chats, the messages and the reports of one account, for the export of its personal data. Messages of
 * other accounts are not included. At most the 10,000 latest messages are returned.
 *
 * @example
 * const { chats, chatMessages, chatReports } = await exportChat(db, accountId)
 */
export async function exportChat(db: Kysely<Schema>, accountId: string) {
  const [chats, chatMessages, chatReports] = await Promise.all([
    db
      .selectFrom('chatMember')
      .select(['chatId', 'otherId', 'readSeq', 'unread', 'blocks'])
      .where('accountId', '=', accountId)
      .execute(),
    db
      .selectFrom('chatMessage')
      .select(['chatId', 'seq', 'kind', 'content', 'fileId', 'itemType', 'itemId', 'createdAt'])
      .where('author', '=', accountId)
      .orderBy('createdAt', 'desc')
      .limit(MAX_ROWS)
      .execute(),
    db
      .selectFrom('chatReport')
      .select(['chatId', 'seq', 'reason', 'content', 'createdAt'])
      .where('reporter', '=', accountId)
      .execute(),
  ])
  return { chats, chatMessages, chatReports }
}
