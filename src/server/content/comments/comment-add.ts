// Adds a comment, or a reply to a comment.

import type { Kysely } from 'kysely'
import { requireItem } from '#server/content/access/access.ts'
import type { ActionContext, ContentActionHandler } from '#server/content/action.ts'
import { commentDecided } from '#server/content/events.ts'
import { requireType } from '#server/content/reactions/require-type.ts'
import { write } from '#server/content/write/write.ts'
import { type Parameters, readText, requireText } from '#server/platform/calls/read-parameter.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { containsBlockedWord } from '#server/platform/validation/blocked-words.ts'
import { tidyPlainText } from '#server/platform/validation/sanitise.ts'
import { Failure } from '#shared/calls/errors.ts'
import { countLetters } from '#shared/formats/text-length.ts'
import { COMMENT } from '#shared/lifecycles/comment-state.ts'
import { recount, WAITING_COMMENTS } from './comment-state.ts'

const MAX_LENGTH = 1_000
const DAY = 24 * 3_600_000

export const commentAdd: ContentActionHandler = async (context) => {
  const { call, plan, services } = context
  const caller = requireSignedIn(context.caller)
  const written = (call.body ?? {}) as Parameters // validated as an object, or null
  requireType(context, written)
  const dataId = requireText(written, 'dataId')
  const replyTo = readText(written, 'replyTo')
  const content = readContent(written)
  const now = services.clock()
  const held = describeReviewReason(context, content)
  const status = held ? COMMENT.waiting : COMMENT.shown
  return write(context, {
    authorize: (work) => requireItem(work, dataId, { lock: true }),
    validate: async ({ db }, { id: itemId }) => {
      const root = replyTo === undefined ? null : await findRoot(db, itemId, replyTo)
      await refuseRepeat(db, { itemId, ownerId: caller.id, body: content, now })
      return root
    },
    persist: async ({ db, touched }, { id: itemId }, root) => {
      const id = newId(now)
      if (held) touched.add(WAITING_COMMENTS)
      await db
        .insertInto('comment')
        .values({
          id,
          itemId,
          itemType: plan.type.name,
          ownerId: caller.id,
          replyTo: root,
          body: content,
          status,
          createdAt: now,
        })
        .execute()
      const commentCount = await recount(db, itemId)
      const answer = { id, commentCount, content, status, ...(held ? { notice: held } : {}) }
      return { answer, target: itemId, detail: { comment: id } }
    },
    events: async ({ db }, { answer }) => {
      const decided = { plan, actor: caller.id, commentId: answer.id, event: 'public' } as const
      if (!held) await services.events.emit(commentDecided, db, decided)
    },
  })
}

interface Repeat {
  readonly itemId: string
  readonly ownerId: string
  readonly body: string
  readonly now: Date
}

/** The item is locked, so two at once do not both find nothing. What was deleted may be written again. */
async function refuseRepeat(db: Kysely<Schema>, { itemId, ownerId, body, now }: Repeat): Promise<void> {
  const known = await db
    .selectFrom('comment')
    .select('id')
    .where((eb) => eb.and({ itemId, ownerId, body }))
    .where('status', 'in', [COMMENT.shown, COMMENT.waiting])
    .where('createdAt', '>', new Date(now.getTime() - DAY))
    .limit(1)
    .executeTakeFirst()
  if (!known) return
  const message = '您今天已在此发表过相同的评论，请勿重复提交'
  throw new Failure('BAD_INPUT', { errors: [{ path: '/content', message }] })
}

/** Why the comment waits for an operator, said to its writer; undefined where everybody reads it at once. */
function describeReviewReason({ plan, services }: ActionContext, content: string): string | undefined {
  if (plan.type.comments?.review === 'before') return '评论已提交，审核通过后公开显示'
  if (!containsBlockedWord(services.model(), content)) return undefined
  return '评论含有需要核实的词语，审核通过后公开显示'
}

function readContent(written: Parameters): string {
  const content = typeof written.content === 'string' ? tidyPlainText(written.content) : ''
  const message =
    content === ''
      ? '请填写评论内容'
      : countLetters(content) > MAX_LENGTH
        ? `评论内容不能超过 ${MAX_LENGTH} 个字符`
        : undefined
  if (message !== undefined) throw new Failure('BAD_INPUT', { errors: [{ path: '/content', message }] })
  return content
}

/** Replies to replies stand under the first comment. */
async function findRoot(db: Kysely<Schema>, itemId: string, id: string): Promise<string> {
  const comment = await db
    .selectFrom('comment')
    .select(['id', 'replyTo'])
    .where('id', '=', id)
    .where('itemId', '=', itemId)
    .where('status', '=', COMMENT.shown)
    .executeTakeFirst()
  if (!comment)
    throw new Failure('BAD_INPUT', {
      errors: [{ path: '/replyTo', message: '要回复的评论不存在或已被删除' }],
    })
  return comment.replyTo ?? comment.id
}
