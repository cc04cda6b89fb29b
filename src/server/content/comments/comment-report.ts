// Reports a comment for a reader; a second report by the same person changes nothing.

import { sql } from 'kysely'
import { requireItem } from '#server/content/access/access.ts'
import type { ContentActionHandler } from '#server/content/action.ts'
import { write } from '#server/content/write/write.ts'
import { type Parameters, readText, requireText } from '#server/platform/calls/read-parameter.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { tidyPlainText } from '#server/platform/validation/sanitise.ts'
import { Failure } from '#shared/calls/errors.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import { COMMENT } from '#shared/lifecycles/comment-state.ts'
import { WAITING_COMMENTS } from './comment-state.ts'
import { requireComment } from './comments.ts'

const REASONS = DICTIONARY.reportReasons

export const commentReport: ContentActionHandler = async (context) => {
  const { call, db, plan, services } = context
  const caller = requireSignedIn(context.caller)
  const written = (call.body ?? {}) as Parameters // validated as an object, or null
  const id = requireText(written, 'id')
  const reason = requireText(written, 'reason')
  const content = tidyPlainText(readText(written, 'content') ?? '')
  const reasons = services.model().dictionaries.find(({ name }) => name === REASONS)?.items ?? []
  if (!reasons.some(({ value }) => value === reason))
    throw new Failure('BAD_INPUT', { errors: [{ path: '/reason', message: '请选择举报原因' }] })
  const comment = await requireComment(db, plan.type.name, id)
  await requireItem(context, comment.itemId)
  if (comment.status !== COMMENT.shown) throw new Failure('NOT_FOUND')
  if (comment.ownerId === caller.id)
    throw new Failure('BAD_INPUT', { errors: [{ path: '/id', message: '这是您自己的评论，可以直接删除' }] })
  const known = await db
    .selectFrom('commentReport')
    .select('reason')
    .where('commentId', '=', id)
    .where('reporter', '=', caller.id)
    .where('settledAt', 'is', null)
    .executeTakeFirst()
  if (known) return { id, reported: true }
  return write(context, {
    persist: async (work) => {
      work.touched.add(WAITING_COMMENTS)
      const row = {
        commentId: id,
        reporter: caller.id,
        reason,
        content: content || null,
        createdAt: services.clock(),
        settledAt: null,
      }
      await work.db
        .insertInto('commentReport')
        .values(row)
        // Reported once more after a decision, it waits for another one.
        .onConflict((conflict) => conflict.columns(['commentId', 'reporter']).doUpdateSet(row))
        .execute()
      await sql`update comment
        set report_count = (select count(*)::int from comment_report where comment_id = ${id} and settled_at is null)
        where id = ${id}`.execute(work.db)
      return { answer: { id, reported: true }, target: comment.itemId, detail: { comment: id, reason } }
    },
  })
}
