// Handles the operators' queue of reported messages; operators read only the reported messages of a conversation.

import { type Kysely, type RawBuilder, sql } from 'kysely'
import { announce } from '#server/notifications/announce.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { readPage } from '#server/platform/calls/read-page.ts'
import { readText, readValues, requireText } from '#server/platform/calls/read-parameter.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { requireMeaningfulText } from '#server/platform/operations/require-reason.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { lexiconOf } from '#server/platform/text/lexicon.ts'
import { textsMatch } from '#server/platform/text/match-texts.ts'
import { tidyPlainText } from '#server/platform/validation/sanitise.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { Failure } from '#shared/calls/errors.ts'
import { shortenText } from '#shared/formats/text-length.ts'

interface Row {
  readonly [column: string]: unknown
}

/** Values of the dictionary that names them. */
const STATE = sql`case when report.settled_at is null then '0' when report.upheld then '1' else '2' end`

const COLUMNS = sql`report.id, report.reason, report.content as report_words, report.created_at, report.settled_at,
  report.words as decision, ${STATE} as settlement, message.content, message.created_at as sent_at, message.file_id,
  message.author as writer_id, writer.name as writer_name, reporter.name as reporter_name, settler.name as settled_name`

const FROM = sql`from chat_report report
  join chat_message message on message.chat_id = report.chat_id and message.seq = report.seq
  left join account writer on writer.id = message.author
  left join account reporter on reporter.id = report.reporter
  left join account settler on settler.id = report.settled_by`

function toWhere({ params, services }: Call): RawBuilder<unknown> {
  const keyWord = readText(params, 'keyWord')
  const [states, reasons] = [readValues(params, 'settlement'), readValues(params, 'reason')]
  const parts = [
    sql`true`,
    ...(states ? [sql`${STATE} in (${sql.join(states)})`] : []),
    ...(reasons ? [sql`report.reason in (${sql.join(reasons)})`] : []),
    ...(keyWord === undefined
      ? []
      : [textsMatch([sql`message.content`, sql`writer.name`], keyWord, lexiconOf(services.model()))]),
  ]
  return sql.join(parts, sql` and `)
}

/** Stands for a picture or file, which only the two parties of the conversation may read. */
const WITHOUT_WORDS = '[图片或文件]'
const EXCERPT = 60

const toEntry = ({ fileId, content, ...row }: Row): Row => ({
  ...row,
  content: content || (fileId === null ? '' : WITHOUT_WORDS),
})

/** Finds reports, open ones first. */
function findReports(call: Call): Promise<Paged<unknown>> {
  const query = {
    columns: COLUMNS,
    from: sql`${FROM} where ${toWhere(call)}`,
    order: sql`(report.settled_at is null) desc, report.created_at desc, report.id desc`,
  }
  return readPage(call, query, toEntry)
}

async function readReport({ services, params }: Call): Promise<unknown> {
  const { rows } =
    await sql<Row>`select ${COLUMNS} ${FROM} where report.id = ${requireText(params, 'id')}`.execute(
      services.db,
    )
  if (!rows[0]) throw new Failure('NOT_FOUND')
  return toEntry(rows[0])
}

/** Decides a report once, not by an involved person, and notifies the reporter of the result. */
function settle(operation: 'chatReport.uphold' | 'chatReport.dismiss', upheld: boolean) {
  return async (call: Call): Promise<unknown> => {
    const { services, request } = call
    const caller = requireSignedIn(call.caller)
    const { id, reason } = bodyOf<'chatReport.uphold'>(call)
    const words = tidyPlainText(reason)
    requireMeaningfulText('处理说明', words)
    await services.db.transaction().execute(async (transaction) => {
      const report = await lockReport(transaction, id)
      if (!report) throw new Failure('NOT_FOUND')
      if (report.settledAt !== null) throw new Failure('WRONG_STATE', { message: '该举报已处理' })
      if ([report.reporter, report.author].includes(caller.id)) throw new Failure('OWN_ITEM')
      await transaction
        .updateTable('chatReport')
        .set({ upheld, words, settledAt: services.clock(), settledBy: caller.id })
        .where('id', '=', id)
        .execute()
      await services.audit(
        {
          actor: caller.id,
          action: operation,
          target: report.author,
          result: 'ok',
          address: request.address,
          requestId: request.id,
          detail: { reason: words },
        },
        transaction,
      )
      await notifyParties(transaction, services, { ...report, id, upheld, words })
    })
    services.cache.changed('chat')
    return { id }
  }
}

async function lockReport(transaction: Kysely<Schema>, id: string) {
  return transaction
    .selectFrom('chatReport')
    .innerJoin('chatMessage', (join) =>
      join
        .onRef('chatMessage.chatId', '=', 'chatReport.chatId')
        .onRef('chatMessage.seq', '=', 'chatReport.seq'),
    )
    .leftJoin('account', 'account.id', 'chatMessage.author')
    .select(['chatReport.reporter', 'chatReport.settledAt', 'chatMessage.author', 'chatMessage.content'])
    .select('account.name')
    .where('chatReport.id', '=', id)
    .forUpdate('chatReport')
    .executeTakeFirst()
}

interface Settled {
  readonly id: string
  readonly reporter: string
  readonly author: string
  readonly name: string | null
  readonly content: string
  readonly upheld: boolean
  readonly words: string
}

/** Notifies the parties. The author learns neither the reporter's name nor of a dismissed report. */
async function notifyParties(
  transaction: Kysely<Schema>,
  services: Call['services'],
  { id, reporter, author, name, content, upheld, words }: Settled,
): Promise<void> {
  const decision = upheld ? '属实' : '不属实'
  const settled = { userId: author, name: name ?? '已注销的用户', decision, reason: words }
  await announce(transaction, services, 'chat.settled', { cause: id, values: settled }, [reporter])
  if (!upheld) return
  const excerpt = content === '' ? WITHOUT_WORDS : shortenText(content, EXCERPT)
  const values = { content: excerpt, reason: words }
  await announce(transaction, services, 'chat.upheld', { cause: id, values }, [author])
}

export const reportHandlers: Handlers = {
  'chatReport.list': findReports,
  'chatReport.info': readReport,
  'chatReport.uphold': settle('chatReport.uphold', true),
  'chatReport.dismiss': settle('chatReport.dismiss', false),
}
