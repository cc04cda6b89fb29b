// Handles the calls about one's own messages: inbox, sent, conversations, read marks, deletion of own copies
// (MSG-01).
import { type RawBuilder, sql } from 'kysely'
import { type Box, loadMessage, type MessageRow, messagesIn } from '#server/files/message-access.ts'
import { notifyUnread } from '#server/notifications/unread/notify-unread.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { readPage } from '#server/platform/calls/read-page.ts'
import { readText, requireText } from '#server/platform/calls/read-parameter.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { lexiconOf } from '#server/platform/text/lexicon.ts'
import { textsMatch } from '#server/platform/text/match-texts.ts'
import { Failure } from '#shared/calls/errors.ts'
import { searchReceivers } from './search-people.ts'
import { answerMessage, sendLetter } from './send-letter.ts'

const UNREAD = '0'
const READ = '1'

function toMessage({ kind, addressed, isMine, readAt, receivers, readers, ...row }: MessageRow) {
  return {
    ...row,
    messageType: kind,
    receiverName: addressed,
    mine: isMine,
    readStatus: (isMine ? readers === receivers : readAt !== null) ? READ : UNREAD,
    readers: isMine ? `${readers}/${receivers}` : null,
  }
}

const listOf =
  (box: Box) =>
  (call: Call): Promise<unknown> =>
    readPage(call, messagesIn(requireSignedIn(call.caller).id, box, toWhere(box, call)), toMessage)

function toWhere(box: Box, { services, params }: Call): RawBuilder<unknown> {
  const [keyWord, readStatus] = [readText(params, 'keyWord'), readText(params, 'readStatus')]
  const other =
    box === 'sent'
      ? sql`message.addressed`
      : sql`(select name from account where account.id = message.sender_id)`
  const texts = [sql`message.title`, sql`message.content`, other]
  return sql`true
    ${keyWord === undefined ? sql`` : sql`and ${textsMatch(texts, keyWord, lexiconOf(services.model()))}`}
    ${readStatus === undefined || box === 'sent' ? sql`` : sql`and (copy.read_at is not null) = ${readStatus === READ}::boolean`}`
}

/** Another's is missing, as one that is not there. */
async function readMessage({ services, params, caller }: Call): Promise<unknown> {
  const { id } = requireSignedIn(caller)
  const message = await loadMessage(services.db, id, requireText(params, 'id'))
  if (!message) throw new Failure('NOT_FOUND')
  return toMessage(message)
}

/** As much of the conversation as the person was part of, the first message first. */
function readThread(call: Call): Promise<unknown> {
  const where = sql`message.thread_id = ${requireText(call.params, 'threadId')}`
  return readPage(call, messagesIn(requireSignedIn(call.caller).id, 'any', where, 'asc'), toMessage)
}

interface Named {
  readonly id?: string | undefined
  readonly ids?: readonly string[] | undefined
  readonly all?: boolean | undefined
}

/** Skips messages of others and deleted ones, but throws where only such messages are named. */
async function change(
  { services, caller }: Call,
  { id, ids = [], all }: Named,
  { copies, sent }: { readonly copies: RawBuilder<unknown>; readonly sent?: RawBuilder<unknown> },
): Promise<{ readonly count: number }> {
  const { id: userId } = requireSignedIn(caller)
  const named = [...ids, ...(id === undefined ? [] : [id])]
  if (named.length === 0 && all !== true)
    throw new Failure('BAD_INPUT', { errors: [{ path: '/ids', message: '请先选择站内信' }] })
  const which = (column: string) =>
    all === true ? sql`true` : sql`${sql.ref(column)} = any(${named}::text[])`
  return services.db.transaction().execute(async (transaction) => {
    const received = await sql`
      update message_copy set ${copies} where user_id = ${userId} and deleted_at is null and ${which('messageId')}
      returning message_id`.execute(transaction)
    const own = sent
      ? await sql`
          update message set ${sent} where sender_id = ${userId} and sender_deleted_at is null and ${which('id')}
          returning id`.execute(transaction)
      : { rows: [] }
    const count = received.rows.length + own.rows.length
    if (count === 0 && all !== true) throw new Failure('NOT_FOUND')
    await notifyUnread(transaction, [userId])
    return { count }
  })
}

const toRead = (status: string, now: Date) => ({
  copies: status === READ ? sql`read_at = coalesce(read_at, ${now})` : sql`read_at = null`,
})

export const messageHandlers: Handlers = {
  'websiteMessage.inbox': listOf('inbox'),
  'websiteMessage.sent': listOf('sent'),
  'websiteMessage.info': readMessage,
  'websiteMessage.thread': readThread,
  'websiteMessage.view': async (call) => {
    const { id: userId } = requireSignedIn(call.caller)
    const id = requireText(call.params, 'id')
    const message = await loadMessage(call.services.db, userId, id)
    if (!message) throw new Failure('NOT_FOUND')
    return message.isMine ? { count: 0 } : change(call, { id }, toRead(READ, call.services.clock()))
  },
  'websiteMessage.receivers': searchReceivers,
  'websiteMessage.send': sendLetter,
  'websiteMessage.reply': answerMessage,
  'websiteMessage.setStatus': (call) => {
    const { readStatus = READ, ...named } = bodyOf<'websiteMessage.setStatus'>(call)
    return change(call, named, toRead(readStatus, call.services.clock()))
  },
  'websiteMessage.remove': (call) => {
    const now = call.services.clock()
    return change(call, bodyOf<'websiteMessage.remove'>(call), {
      copies: sql`deleted_at = ${now}`,
      sent: sql`sender_deleted_at = ${now}`,
    })
  },
}
