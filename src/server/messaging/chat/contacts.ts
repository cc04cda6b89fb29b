// Lists the conversations of an account: partner, unread count, last message.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { ChatContact } from '#shared/calls/chat-answers.ts'
import { isOnline } from './presence.ts'

type Db = Kysely<Schema>

const MAX_CONTACTS = 500
/** So much of the last message is shown. */
const PREVIEW = 60

/** The latest first; those that have unread messages only, where asked for. */
export async function findContacts(
  db: Db,
  ownId: string,
  now: Date,
  { unreadOnly = false } = {},
): Promise<readonly ChatContact[]> {
  const { rows } = await sql<ChatContact & { readonly lastTime: Date | null; readonly kind: string | null }>`
    select member.other_id as user_id, member.unread, chat.last_at as last_time, chat.last_seq,
      case when account.status = 'active' then account.name else '已注销的用户' end as nick_name,
      ${isOnline('member.other_id', now)} and not coalesce(other.blocks, false) as online,
      left(message.content, ${PREVIEW}) as last_content, message.kind
    from chat_member member
    join chat on chat.id = member.chat_id
    left join account on account.id = member.other_id
    left join chat_member other on other.chat_id = member.chat_id and other.account_id = member.other_id
    left join chat_message message on message.chat_id = chat.id and message.seq = chat.last_seq
    where member.account_id = ${ownId} and chat.last_seq > 0 ${unreadOnly ? sql`and member.unread > 0` : sql``}
    order by chat.last_at desc limit ${MAX_CONTACTS}`.execute(db)
  return rows.map(({ kind, lastTime, ...row }) => ({
    ...row,
    lastContent: KIND_WORDS[kind ?? ''] ?? row.lastContent ?? '',
    lastTime: lastTime?.toISOString() ?? null,
  }))
}

/** The text that stands for a message without words. */
const KIND_WORDS: Readonly<Record<string, string>> = { image: '[图片]', file: '[文件]' }

export async function countUnreadMessages(db: Db, ownId: string): Promise<number> {
  const { total } = await db
    .selectFrom('chatMember')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('unread'), sql<string>`0`).as('total'))
    .where('accountId', '=', ownId)
    .executeTakeFirstOrThrow()
  return Number(total)
}
