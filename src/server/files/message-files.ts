// Owns the files of messages: which form they are uploaded for, and who may have them.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export const CHAT_FORM = 'chatMessage'

interface SentFile {
  readonly id: string
  readonly ownerId: string | null
}

/** Who uploaded it, and once it is sent the two of the conversation; nobody else, whatever he examines. */
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
