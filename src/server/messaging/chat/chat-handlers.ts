// Handles the calls of the chat (MSG-03): conversations, unread messages, sending, reading, blocking.

import { type Kysely, sql } from 'kysely'
import { notifyUnread } from '#server/notifications/unread/notify-unread.ts'
import type { Account, Call, Handlers } from '#server/platform/call.ts'
import { fieldsOf } from '#server/platform/calls/body-of.ts'
import {
  cleanText,
  type Parameters,
  readInteger,
  requireText,
} from '#server/platform/calls/read-parameter.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { tidyPlainText } from '#server/platform/validation/sanitise.ts'
import { push } from '#server/platform/websocket/push.ts'
import type { ChatContact, ChatNews } from '#shared/calls/chat-answers.ts'
import { Failure } from '#shared/calls/errors.ts'
import { type ConversationRow, findConversation } from './conversation.ts'
import { isOnline } from './presence.ts'
import { readHistory } from './read-history.ts'
import { readMessages } from './read-messages.ts'
import { sendMessage } from './send-message.ts'

const SEQ = { min: 0, max: 2_000_000_000 }

function requireAccount({ account }: Call): Account {
  if (account === null) throw new Failure('SIGN_IN_REQUIRED')
  return account
}

async function requireConversation(call: Call, given: Parameters): Promise<ConversationRow> {
  const account = requireAccount(call)
  const found = await findConversation(call.services.db, account.id, requireText(given, 'userId'))
  if (!found) throw new Failure('NOT_FOUND', { message: '您和对方还没有会话' })
  return found
}

async function checkToken(call: Call) {
  const { id, name } = requireAccount(call)
  return { userId: id, nickName: name, unread: await countUnreadMessages(call.services.db, id) }
}

async function getOnlineUser(call: Call): Promise<{ readonly list: readonly ChatContact[] }> {
  const { services } = call
  return { list: await findContacts(services.db, requireAccount(call).id, services.clock()) }
}

async function getUnreadMessage(call: Call) {
  const { services } = call
  const { id } = requireAccount(call)
  const list = await findContacts(services.db, id, services.clock(), { unreadOnly: true })
  return { total: await countUnreadMessages(services.db, id), list }
}

/** Marks messages as read up to a number. The number never falls and never exceeds that of the last message. */
async function readMessage(call: Call) {
  const { services } = call
  const given = fieldsOf(call)
  const conversation = await requireConversation(call, given)
  const { id: chatId, ownId, otherId } = conversation
  const seen = readInteger(given, 'seq', SEQ) ?? 0
  return services.db.transaction().execute(async (transaction) => {
    // In the order in which messages are sent, so that none is counted away that comes meanwhile.
    const { lastSeq } = await transaction
      .selectFrom('chat')
      .select('lastSeq')
      .where('id', '=', chatId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const own = { chatId, accountId: ownId }
    const { readSeq } = await transaction
      .selectFrom('chatMember')
      .select('readSeq')
      .where((eb) => eb.and(own))
      .executeTakeFirstOrThrow()
    const seq = Math.min(seen, lastSeq)
    if (seq > readSeq) {
      const { left } = await transaction
        .selectFrom('chatMessage')
        .select((eb) => eb.fn.countAll<string>().as('left'))
        .where((eb) => eb.and({ chatId, author: otherId }))
        .where('seq', '>', seq)
        .executeTakeFirstOrThrow()
      await transaction
        .updateTable('chatMember')
        .set({ readSeq: seq, unread: Number(left) })
        .where((eb) => eb.and(own))
        .execute()
    }
    const total = await countUnreadMessages(transaction, ownId)
    if (seq > readSeq) {
      const news: ChatNews = { type: 'chat-read', by: ownId, of: otherId, seq }
      await push(transaction, [ownId, otherId], news)
      await notifyUnread(transaction, [ownId])
    }
    return { readSeq: Math.max(seq, readSeq), total }
  })
}

async function blockUser(call: Call) {
  const given = fieldsOf(call)
  const { id: chatId, ownId } = await requireConversation(call, given)
  const blocked = given.block === true
  await call.services.db
    .updateTable('chatMember')
    .set({ blocks: blocked })
    .where((eb) => eb.and({ chatId, accountId: ownId }))
    .execute()
  return { blocked }
}

/** Reports a message of somebody else, once per person. */
async function reportMessage(call: Call) {
  const { services, request } = call
  const given = fieldsOf(call)
  const conversation = await requireConversation(call, given)
  const [message] = await readMessages(call, services.db, conversation, numbered(given))
  if (!message || message.fromId === conversation.ownId)
    throw new Failure('NOT_FOUND', { message: '只能举报对方发来的消息' })
  const stored = await services.db
    .insertInto('chatReport')
    .values({
      chatId: conversation.id,
      seq: message.seq,
      reporter: conversation.ownId,
      reason: requireText(given, 'reason'),
      content: tidyPlainText(cleanText(String(given.content ?? ''))) || null,
      createdAt: services.clock(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('seq')
    .executeTakeFirst()
  if (stored) services.cache.changed('chat')
  if (stored)
    await services.audit({
      actor: conversation.ownId,
      action: 'chat.reportMessage',
      target: conversation.otherId,
      result: 'ok',
      address: request.address,
      requestId: request.id,
      detail: { seq: message.seq },
    })
  return { reported: true }
}

function numbered(given: Parameters) {
  const seq = readInteger(given, 'seq', SEQ) ?? 0
  return { from: seq, to: seq }
}

/**
 * Handles the calls of the chat: sending, history, unread messages, read receipts, blocking and reporting.
 *
 * @example
 * const handlers: Handlers = { ...chatHandlers }
 */
export const chatHandlers: Handlers = {
  'chat.checkToken': checkToken,
  'chat.getOnlineUser': getOnlineUser,
  'chat.sendmessage': (call) => sendMessage(call, requireAccount(call)),
  'chat.getUnreadMessage': getUnreadMessage,
  'chat.getHistoryMessage': (call) => readHistory(call, requireAccount(call)),
  'chat.readMessage': readMessage,
  'chat.blockUser': blockUser,
  'chat.reportMessage': reportMessage,
}

type Db = Kysely<Schema>

const MAX_CONTACTS = 500
/** So much of the last message is shown. */
const PREVIEW = 60

/** The latest first; those that have unread messages only, where asked for. */
async function findContacts(
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

async function countUnreadMessages(db: Db, ownId: string): Promise<number> {
  const { total } = await db
    .selectFrom('chatMember')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('unread'), sql<string>`0`).as('total'))
    .where('accountId', '=', ownId)
    .executeTakeFirstOrThrow()
  return Number(total)
}
