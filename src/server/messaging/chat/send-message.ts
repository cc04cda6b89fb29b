// Sends a chat message: checks the sender, numbers it, stores it once, notifies both parties.
import type { Kysely } from 'kysely'
import type { EngagedItem } from '#server/content/reactions/find-target.ts'
import { CHAT_UPLOAD_FORM } from '#server/files/message-access.ts'
import { notifyUnread } from '#server/notifications/unread/notify-unread.ts'
import type { Account, Call } from '#server/platform/call.ts'
import { fieldsOf } from '#server/platform/calls/body-of.ts'
import { cleanText, type Parameters, readText, requireText } from '#server/platform/calls/read-parameter.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { tidyPlainText } from '#server/platform/validation/sanitise.ts'
import { push } from '#server/platform/websocket/push.ts'
import type { ChatMessage, ChatNews, MessageKind } from '#shared/calls/chat-answers.ts'
import { Failure } from '#shared/calls/errors.ts'
import {
  beginConversation,
  type ConversationRow,
  findConversation,
  findPerson,
  loadChatItem,
  requireChatReason,
} from './conversation.ts'
import { readMessages } from './read-messages.ts'
import { describeBlock, findSides } from './refusal.ts'

type Db = Kysely<Schema>

/** PostgreSQL tells 7,999 bytes at most; around the message stand whom it is for and what it is. */
const MAX_NOTIFY_BYTES = 7_000

interface Written {
  readonly clientId: string
  readonly kind: MessageKind
  readonly content: string
  readonly fileId: string | undefined
  readonly item: EngagedItem | undefined
}

function badInput(path: string, message: string): Failure {
  return new Failure('BAD_INPUT', { errors: [{ path, message }] })
}

async function readWritten(call: Call, given: Parameters): Promise<Written> {
  const kind = (readText(given, 'msgType') ?? 'text') as MessageKind // one of them by the schema
  const content = tidyPlainText(cleanText(String(given.content ?? '')))
  const fileId = readText(given, 'fileId')
  const item = await loadChatItem(call, given)
  if (kind === 'text' && content === '') throw badInput('/content', '请输入要发送的内容')
  if ((kind === 'image' || kind === 'file') && fileId === undefined)
    throw badInput('/fileId', '请先选择要发送的文件')
  if (kind === 'resource' && item === undefined) throw badInput('/dataId', '请指明要发送的内容')
  return { clientId: requireText(given, 'clientId'), kind, content, fileId, item }
}

async function requireOpen(db: Db, { id, ownId }: ConversationRow): Promise<void> {
  const words = describeBlock(await findSides(db, id), ownId)
  if (words !== null) throw new Failure('FORBIDDEN', { message: words })
}

/** A file goes into one message, by who uploaded it for that. */
async function attach(db: Db, ownId: string, fileId: string): Promise<void> {
  const taken = await db
    .updateTable('file')
    .set({ attached: true })
    .where((eb) => eb.and({ id: fileId, ownerId: ownId, form: CHAT_UPLOAD_FORM, attached: false }))
    .returning('id')
    .executeTakeFirst()
  if (!taken) throw badInput('/fileId', '文件不存在或已发送过，请重新选择')
}

const sentBefore = (db: Db, { id, ownId }: ConversationRow, clientId: string) =>
  db
    .selectFrom('chatMessage')
    .select('seq')
    .where((eb) => eb.and({ chatId: id, author: ownId, clientId }))
    .executeTakeFirst()

/** The row of the conversation is locked, so that numbers are given one after the other, in the order of the commits. */
async function store(db: Db, conversation: ConversationRow, written: Written, now: Date): Promise<number> {
  const { id: chatId, ownId, otherId } = conversation
  const { seq } = await db
    .updateTable('chat')
    .set((eb) => ({ lastSeq: eb('lastSeq', '+', 1), lastAt: now }))
    .where('id', '=', chatId)
    .returning('lastSeq as seq')
    .executeTakeFirstOrThrow()
  // The same message may have come while this one waited for the lock.
  const before = await sentBefore(db, conversation, written.clientId)
  if (before) throw new SentBefore(before.seq)
  if (written.fileId !== undefined) await attach(db, ownId, written.fileId)
  await db
    .insertInto('chatMessage')
    .values({
      chatId,
      seq,
      author: ownId,
      clientId: written.clientId,
      kind: written.kind,
      content: written.content,
      fileId: written.fileId ?? null,
      itemType: written.item?.plan.type.name ?? null,
      itemId: written.item?.row.id ?? null,
      createdAt: now,
    })
    .execute()
  await db
    .updateTable('chatMember')
    .set((eb) => ({ unread: eb('unread', '+', 1) }))
    .where((eb) => eb.and({ chatId, accountId: otherId }))
    .execute()
  return seq
}

/** Undoes the transaction that would store a message a second time. */
class SentBefore extends Error {
  readonly seq: number
  constructor(seq: number) {
    super(`sent before as ${seq}`)
    this.seq = seq
  }
}

function toNews(message: ChatMessage): ChatNews {
  const news: ChatNews = { type: 'chat', message }
  const { fromId, toId, seq } = message
  return Buffer.byteLength(JSON.stringify(news)) <= MAX_NOTIFY_BYTES
    ? news
    : { type: 'chat-long', fromId, toId, seq }
}

/** Throws where the same `clientId` was sent with something else, which would be lost. */
function sameAs(message: ChatMessage, { kind, content }: Written): ChatMessage {
  if (message.msgType === kind && message.content === content) return message
  throw new Failure('KEY_REUSED', { message: '该消息编号已用于其他消息，请换一个编号再发送' })
}

/** Answers the message as it is stored, the same when it is sent again with the same `clientId`. */
export async function sendMessage(call: Call, account: Account): Promise<ChatMessage> {
  const { services } = call
  const given = fieldsOf(call)
  const otherId = requireText(given, 'toId')
  if (otherId === account.id) throw badInput('/toId', '不能给自己发消息')
  const other = await findPerson(services.db, otherId)
  if (!other || other.gone) throw badInput('/toId', '对方不存在或已注销')
  const written = await readWritten(call, given)
  const known = await findConversation(services.db, account.id, otherId)
  if (!known) requireChatReason(account, other, written.item)
  const now = services.clock()
  const conversation = known ?? (await beginConversation(services.db, account.id, otherId, now))
  const read = async (db: Db, seq: number): Promise<ChatMessage> => {
    const [message] = await readMessages(call, db, conversation, { from: seq, to: seq })
    if (!message) throw new Error('a message that was just stored is missing')
    return message
  }
  const before = await sentBefore(services.db, conversation, written.clientId)
  if (before) return sameAs(await read(services.db, before.seq), written)
  try {
    return await services.db.transaction().execute(async (transaction) => {
      await requireOpen(transaction, conversation)
      const seq = await store(transaction, conversation, written, now)
      const message = await read(transaction, seq)
      await push(transaction, [account.id, otherId], toNews(message))
      await notifyUnread(transaction, [otherId])
      return message
    })
  } catch (error) {
    if (error instanceof SentBefore) return sameAs(await read(services.db, error.seq), written)
    throw error
  }
}
