// Notifies the partner that somebody is typing.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { push } from '#server/platform/websocket/push.ts'
import type { ChatNews } from '#shared/calls/chat-answers.ts'

/** Only who has a conversation with him hears it, and has not blocked him. */
export async function notifyTyping(db: Kysely<Schema>, by: string, to: string): Promise<void> {
  const listens = await db
    .selectFrom('chatMember')
    .select('chatId')
    .where((eb) => eb.and({ accountId: to, otherId: by, blocks: false }))
    .executeTakeFirst()
  if (listens) await push(db, [to], { type: 'chat-typing', by } satisfies ChatNews)
}
