// Handles the moderation console of comments on items of all types.
import { type RawBuilder, sql } from 'kysely'
import { namesInText } from '#server/content/checks/find-doubtful-names.ts'
import { commentDecided } from '#server/content/events.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { settle, transact } from '#server/content/write/write.ts'
import type { AuditEntry, Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { readPage } from '#server/platform/calls/read-page.ts'
import {
  type Parameters,
  readFlag,
  readPaging,
  readText,
  readValues,
} from '#server/platform/calls/read-parameter.ts'
import { requireMeaningfulText } from '#server/platform/operations/require-reason.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { lexiconOf } from '#server/platform/text/lexicon.ts'
import { textsMatch } from '#server/platform/text/match-texts.ts'
import { findBlockedIn, listBlockedWords } from '#server/platform/validation/blocked-words.ts'
import { tidyPlainText } from '#server/platform/validation/sanitise.ts'
import { type Paged, toPaged } from '#shared/calls/envelope.ts'
import { Failure } from '#shared/calls/errors.ts'
import { COMMENT, type CommentState } from '#shared/lifecycles/comment-state.ts'
import { publicStates } from '#shared/lifecycles/lifecycle.ts'
import type { CheckLevel } from '#shared/model/content-checks.ts'
import { decideComments, WAITING_COMMENTS } from './comment-state.ts'
import { lockItem } from './comments.ts'

interface Row {
  readonly [column: string]: unknown
}

const COLUMNS = sql`comment.id, comment.body as content, comment.item_type as data_type, comment.item_id as data_id,
  item.title as data_title, comment.status, comment.reason as status_reason, comment.report_count > 0 as reported,
  (select count(*)::int from comment_report report where report.comment_id = comment.id) as report_count, comment.like_count,
  comment.created_at, comment.reply_to,
  (select account.name from account where account.id = comment.owner_id) as owner_name,
  (select array_agg(distinct report.reason) from comment_report report where report.comment_id = comment.id) as report_reasons,
  (select string_agg(report.content, '；') from comment_report report where report.comment_id = comment.id) as report_words`

const FROM = sql`from comment join item on item.id = comment.item_id`

function toWhere({ params, services }: Call): RawBuilder<unknown> {
  const [keyWord, types, states, reported] = [
    readText(params, 'keyWord'),
    readValues(params, 'dataType'),
    readValues(params, 'status'),
    readFlag(params, 'reported'),
  ]
  const parts = [
    ...(types ? [sql`comment.item_type in (${sql.join(types)})`] : []),
    ...(states
      ? [sql`comment.status in (${sql.join(states)})`]
      : [sql`comment.status <> ${sql.lit(COMMENT.deleted)}`]),
    ...(reported === undefined ? [] : [sql`(comment.report_count > 0) = ${reported}::boolean`]),
    ...(keyWord === undefined
      ? []
      : [textsMatch([sql`comment.body`, sql`item.title`], keyWord, lexiconOf(services.model()))]),
  ]
  return sql.join(parts, sql` and `)
}

function findComments(call: Call): Promise<Paged<unknown>> {
  const query = {
    columns: COLUMNS,
    from: sql`${FROM} where ${toWhere(call)}`,
    order: sql`(comment.status = ${sql.lit(COMMENT.waiting)} or comment.report_count > 0) desc,
      comment.created_at desc, comment.id desc`,
  }
  return readPage(call, query, toEntry)
}

function toEntry(row: Row): Row {
  return { ...row, reportReasons: row.reportReasons ?? [] }
}

async function readComment({ services, params }: Call): Promise<unknown> {
  const id = readText(params, 'id') ?? ''
  const { rows } = await sql<Row>`select ${COLUMNS} ${FROM} where comment.id = ${id}`.execute(services.db)
  if (!rows[0]) throw new Failure('NOT_FOUND')
  return toEntry(rows[0])
}

/** One by `id`, several by `ids`. */
function readIds({ id, ids }: Parameters): readonly string[] {
  const named = [...((ids ?? []) as readonly string[]), ...(typeof id === 'string' ? [id] : [])] // by the schema
  if (named.length === 0)
    throw new Failure('BAD_INPUT', { errors: [{ path: '/ids', message: '请先选择评论' }] })
  return [...new Set(named)]
}

const EVENTS = { online: 'public', refused: 'commentRefused', deleted: 'commentRemoved' } as const

/** Decides all comments, or none. An author does not approve their own comment. */
function decide(
  status: Exclude<CommentState, typeof COMMENT.waiting>,
  { needsReason }: { readonly needsReason: boolean },
) {
  return async (call: Call): Promise<unknown> => {
    const { services, request } = call
    const caller = requireSignedIn(call.caller)
    const written = (call.body ?? {}) as Parameters // validated as an object
    const ids = readIds(written)
    const reason = tidyPlainText(readText(written, 'reason') ?? '')
    if (needsReason) requireMeaningfulText('原因', reason)
    await transact(services, async (scope) => {
      const { db, touched } = scope
      const found = await db
        .selectFrom('comment')
        .select(['id', 'itemId', 'itemType', 'ownerId', 'status'])
        .where('id', 'in', ids)
        .orderBy('itemId')
        .execute()
      if (found.length < ids.length || found.some((comment) => comment.status === COMMENT.deleted))
        throw new Failure('NOT_FOUND', { message: '部分评论已被删除，请刷新后再试' })
      if (status === COMMENT.shown && found.some(({ ownerId }) => ownerId === caller.id))
        throw new Failure('OWN_ITEM')
      const entries: AuditEntry[] = []
      for (const itemId of new Set(found.map((comment) => comment.itemId))) {
        await lockItem(db, itemId)
        const own = found.filter((comment) => comment.itemId === itemId)
        const comments = own.map(({ id }) => id)
        const decision = { status, reason: reason || null, by: caller.id, at: services.clock() }
        const { reports } = await decideComments(db, services, itemId, comments, decision)
        const plan = findPlan(services.model(), own[0]?.itemType ?? '')
        const decided = { actor: caller.id, reason: reason || null, event: EVENTS[status] }
        if (plan)
          for (const commentId of comments)
            await services.events.emit(commentDecided, db, { ...decided, plan, commentId })
        entries.push({
          actor: caller.id,
          action: `comments.${status}`,
          target: itemId,
          result: 'ok',
          address: request.address,
          requestId: request.id,
          detail: { comments, ...(reason ? { reason } : {}), ...reports },
        })
      }
      for (const { itemType } of found) touched.add(itemType)
      touched.add(WAITING_COMMENTS)
      await settle(scope, services, entries)
    })
    return { ids, status }
  }
}

export const commentHandlers: Handlers = {
  'comments.tryWords': tryWords,
  'comments.words': findBlockedWords,
  'comments.list': findComments,
  'comments.info': readComment,
  'comments.approve': decide(COMMENT.shown, { needsReason: false }),
  'comments.refuse': decide(COMMENT.refused, { needsReason: true }),
  'comments.remove': decide(COMMENT.deleted, { needsReason: false }),
}

const NONE = '无'

/** What the rules would say of a text, which is not stored. */
async function tryWords(call: Call): Promise<unknown> {
  const { text } = bodyOf<'comments.tryWords'>(call)
  const model = call.services.model()
  const words = findBlockedIn(model, text)
  const types = model.contentTypes.filter(({ lifecycle }) => publicStates(lifecycle).length > 0)
  const titlesOf = (level: CheckLevel) =>
    types.filter(({ checks = {} }) => (checks.words ?? 'refuse') === level).map(({ title }) => title)
  const listed = (titles: readonly string[]) =>
    words.length > 0 && titles.length > 0 ? titles.join('、') : NONE
  const names = namesInText(model, text).map((one) => `“${one.name}”应写作“${one.official}”`)
  return {
    words: words.join('、') || NONE,
    comment: words.length > 0 ? '先审核再公开' : '直接公开',
    refused: listed(titlesOf('refuse')),
    warned: listed(titlesOf('warn')),
    names: names.join('；') || NONE,
  }
}

/** Lists the blocked words that hold back a comment, for operators; the configuration maintains them. */
async function findBlockedWords({ services, params }: Call): Promise<Paged<unknown>> {
  const paging = readPaging(params)
  const start = (paging.page - 1) * paging.limit
  const words = listBlockedWords(services.model(), readText(params, 'keyWord'))
  const shown = words.slice(start, start + paging.limit)
  return toPaged(
    shown.map((word) => ({ word })),
    words.length,
    paging,
  )
}
