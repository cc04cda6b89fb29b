// Decides who reads messages and their files: each party reads only its own copies.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export interface MessageRow {
  readonly id: string
  readonly threadId: string
  readonly senderId: string
  readonly senderName: string | null
  readonly addressed: string
  readonly kind: string
  readonly title: string
  readonly content: string
  readonly attachments: readonly string[]
  readonly createdAt: Date
  readonly isMine: boolean
  readonly readAt: Date | null
  readonly receivers: number
  readonly readers: number
}

export type Box = 'inbox' | 'sent' | 'any'

const columns = (userId: string): RawBuilder<unknown> => sql`message.id, message.thread_id, message.sender_id,
  message.addressed, message.kind, message.title, message.content, message.attachments, message.created_at,
  message.sender_id = ${userId} as is_mine, copy.read_at,
  (select name from account where account.id = message.sender_id) as sender_name,
  (select count(*)::int from message_copy other where other.message_id = message.id) as receivers,
  (select count(*)::int from message_copy other where other.message_id = message.id and other.read_at is not null) as readers`

const from = (userId: string): RawBuilder<unknown> =>
  sql`from message left join message_copy copy on copy.message_id = message.id and copy.user_id = ${userId}`

/** Selects the messages that the person received or sent and has not deleted. */
function isIn(userId: string, box: Box): RawBuilder<unknown> {
  const received = sql`(copy.user_id is not null and copy.deleted_at is null)`
  const sent = sql`(message.sender_id = ${userId} and message.sender_deleted_at is null)`
  return box === 'inbox' ? received : box === 'sent' ? sent : sql`(${received} or ${sent})`
}

/** One page of them, the latest first unless said otherwise, as the query of a list. */
export const messagesIn = (
  userId: string,
  box: Box,
  where: RawBuilder<unknown>,
  order: 'asc' | 'desc' = 'desc',
) => ({
  columns: columns(userId),
  from: sql`${from(userId)} where ${isIn(userId, box)} and ${where}`,
  order: sql.raw(`message.created_at ${order}, message.id ${order}`),
})

export async function loadMessage(
  db: Kysely<Schema>,
  userId: string,
  id: string,
): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    select ${columns(userId)} ${from(userId)} where message.id = ${id} and ${isIn(userId, 'any')}`.execute(db)
  return rows[0]
}

/** Returns true where a message that the person may read has the file attached and the sender uploaded it. */
export async function carriesFile(
  db: Kysely<Schema>,
  userId: string,
  file: { readonly id: string; readonly ownerId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 ${from(userId)} where message.sender_id = ${file.ownerId}
      and message.attachments @> to_jsonb(${file.id}::text) and ${isIn(userId, 'any')} limit 1`.execute(db)
  return rows.length > 0
}

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
