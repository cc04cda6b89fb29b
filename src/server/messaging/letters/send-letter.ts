// Sends a message, or an answer to one.

import { validateFiles } from '#server/content/write/validate-references.ts'
import { loadMessage } from '#server/files/message-access.ts'
import { notifyUnread } from '#server/notifications/unread/notify-unread.ts'
import { auditAccountAction } from '#server/platform/audit/audit-account-action.ts'
import type { Call } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { tidyPlainText } from '#server/platform/validation/sanitise.ts'
import { Failure } from '#shared/calls/errors.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import { type Addressed, findReceivers } from './find-receivers.ts'

/** Of the dictionary `messageType`: one person's letter to another. */
const LETTER = '7'
const MAX_TITLE_LENGTH = 60
const ANSWER = '回复：'
const BATCH_SIZE = 1_000

interface Outgoing extends Addressed {
  readonly form: string
  readonly subject: string
  readonly content: string
  readonly attachments: readonly string[]
  /** The message that is answered. */
  readonly threadId?: string
}

export async function sendLetter(call: Call): Promise<unknown> {
  const { services } = call
  const caller = requireSignedIn(call.caller)
  const written = bodyOf<'websiteMessage.send'>(call)
  const roles = services.model().dictionaries.find(({ name }) => name === 'role')
  const titleOfRole = (role: string) => roles?.items.find(({ value }) => value === role)?.label ?? role
  const addressed = await findReceivers(services.db, services.model(), caller, written, titleOfRole)
  return store(call, caller.id, {
    ...addressed,
    form: 'websiteMessage',
    subject: tidyPlainText(written.title),
    content: tidyPlainText(written.content),
    attachments: written.attachments ?? [],
  })
}

/** Sends the answer to the author; where the caller is the author, to the receivers. */
export async function answerMessage(call: Call): Promise<unknown> {
  const { services } = call
  const caller = requireSignedIn(call.caller)
  const written = bodyOf<'websiteMessage.reply'>(call)
  const message = await loadMessage(services.db, caller.id, written.replyTo)
  if (!message) throw new Failure('NOT_FOUND')
  const ids = message.isMine ? await receiversOf(call, message.id) : [message.senderId]
  const open = await services.db
    .selectFrom('account')
    .select('id')
    .where('id', 'in', ids)
    .where('status', '=', 'active')
    .execute()
  if (open.length === 0)
    throw new Failure('BAD_INPUT', {
      errors: [{ path: '/content', message: '对方的账号已停用或注销，不能再收信' }],
    })
  const subject = message.title.startsWith(ANSWER) ? message.title : `${ANSWER}${message.title}`
  return store(call, caller.id, {
    ids: open.map(({ id }) => id),
    title: message.isMine ? message.addressed : (message.senderName ?? ''),
    form: 'messageReply',
    subject: cutLetters(subject, MAX_TITLE_LENGTH),
    content: tidyPlainText(written.content),
    attachments: written.attachments ?? [],
    threadId: message.threadId,
  })
}

async function receiversOf({ services }: Call, messageId: string): Promise<string[]> {
  const rows = await services.db
    .selectFrom('messageCopy')
    .select('userId')
    .where('messageId', '=', messageId)
    .execute()
  return rows.map(({ userId }) => userId)
}

async function store(
  call: Call,
  senderId: string,
  { ids, title: addressed, form, subject, content, attachments, threadId }: Outgoing,
): Promise<unknown> {
  const { services } = call
  const named = [{ field: 'attachments', title: '附件', ids: attachments }]
  const isOwn = ({ ownerId }: { readonly ownerId: string | null }) => ownerId === senderId
  const errors = await validateFiles(services.db, { form, isOwn }, named)
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
  const now = services.clock()
  const id = newId(now)
  await services.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('message')
      .values({
        id,
        threadId: threadId ?? id,
        senderId,
        addressed,
        kind: LETTER,
        title: subject,
        content,
        attachments: JSON.stringify(attachments),
        createdAt: now,
      })
      .execute()
    for (let at = 0; at < ids.length; at += BATCH_SIZE) {
      const copies = ids.slice(at, at + BATCH_SIZE).map((userId) => ({ messageId: id, userId }))
      await transaction.insertInto('messageCopy').values(copies).execute()
    }
    if (attachments.length > 0)
      await transaction.updateTable('file').set({ attached: true }).where('id', 'in', attachments).execute()
    await auditAccountAction(
      call,
      { action: 'websiteMessage.send', target: id, detail: { receivers: ids.length } },
      transaction,
    )
    await notifyUnread(transaction, ids)
  })
  return { id, addressed, count: ids.length }
}
