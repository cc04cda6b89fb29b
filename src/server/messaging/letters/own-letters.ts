// Exports a person's messages: those sent, and those received and not deleted.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const MAX_ROWS = 10_000

export async function loadOwnMessages(db: Kysely<Schema>, userId: string) {
  const [sentMessages, receivedMessages] = await Promise.all([
    db
      .selectFrom('message')
      .select(['addressed', 'title', 'content', 'createdAt'])
      .where('senderId', '=', userId)
      .where('senderDeletedAt', 'is', null)
      .limit(MAX_ROWS)
      .execute(),
    db
      .selectFrom('messageCopy')
      .innerJoin('message', 'message.id', 'messageCopy.messageId')
      .select(['message.title', 'message.content', 'message.createdAt', 'messageCopy.readAt'])
      .where('messageCopy.userId', '=', userId)
      .where('messageCopy.deletedAt', 'is', null)
      .limit(MAX_ROWS)
      .execute(),
  ])
  return { sentMessages, receivedMessages }
}
