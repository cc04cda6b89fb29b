// Decides who may read the files of chat messages, and names the form that they are uploaded for.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export const CHAT_UPLOAD_FORM = 'chatMessage'

interface SentFile {
  readonly id: string
  readonly ownerId: string | null
}

/**
 * Returns true for the uploader and, once the file is sent, for both parties of the conversation; never for
 * examiners.
 */
export async function isInChat(db: Kysely<Schema>, file: SentFile, accountId: string): Promise<boolean> {
  if (file.ownerId === accountId) return true
  const found = await db
    .selectFrom('chatMessage')
    .innerJoin('chatMember', 'chatMember.chatId', 'chatMessage.chatId')
    .select('chatMember.chatId')
    .where('chatMessage.fileId', '=', file.id)
    .where('chatMember.accountId', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
