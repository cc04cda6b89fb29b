// Changes the state of comments, settles their reports, and keeps the item's counter equal to the number of visible comments.
import { type Kysely, sql } from 'kysely'
import { reportsSettled } from '#server/content/events.ts'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { COMMENT, type CommentState } from '#shared/lifecycles/comment-state.ts'

/** Topic of the comments that wait for a decision. */
export const WAITING_COMMENTS = 'comment'

/** Counts what is shown anew; the item's row must be locked. Answers the count. */
export async function recount(transaction: Kysely<Schema>, itemId: string): Promise<number> {
  const { commentCount } = await transaction
    .updateTable('item')
    .set({
      commentCount: sql<number>`(select count(*)::int from comment where item_id = ${itemId} and status = ${sql.lit(COMMENT.shown)})`,
    })
    .where('id', '=', itemId)
    .returning('commentCount')
    .executeTakeFirstOrThrow()
  return commentCount
}

interface Decision {
  readonly status: CommentState
  readonly reason: string | null
  readonly at: Date
  /** The account that decides; it needs no notice. */
  readonly by: string
}

interface Decided {
  readonly commentCount: number
  readonly reports: ReportSummary
}

/** Decides about comments of one item, whose row must be locked. */
export async function decideComments(
  transaction: Kysely<Schema>,
  services: Pick<Services, 'events'>,
  itemId: string,
  ids: readonly string[],
  decision: Decision,
): Promise<Decided> {
  const { status, reason, by, at } = decision
  const reports = await settleReports(transaction, services, ids, decision)
  await transaction
    .updateTable('comment')
    .set({ status, reason, decidedBy: by, decidedAt: at, reportCount: 0 })
    .where('id', 'in', ids)
    .where('itemId', '=', itemId)
    .execute()
  return { commentCount: await recount(transaction, itemId), reports }
}

/** Entry for the audit log: the number of reporters and their reasons. Empty if nobody has reported. */
export interface ReportSummary {
  readonly reports?: number
  readonly reported?: string[]
}

const EXCERPT = 60

/** The reports stay on record, and the reporters are notified. */
async function settleReports(
  transaction: Kysely<Schema>,
  services: Pick<Services, 'events'>,
  ids: readonly string[],
  { status, reason, at, by }: Decision,
): Promise<ReportSummary> {
  const { rows } = await sql<{ commentId: string; reporter: string; reason: string; body: string }>`
    update comment_report report set settled_at = ${at} from comment
    where comment.id = report.comment_id and report.comment_id = any(${[...ids]}::text[]) and report.settled_at is null
    returning report.comment_id, report.reporter, report.reason, comment.body`.execute(transaction)
  for (const id of new Set(rows.map(({ commentId }) => commentId))) {
    const reports = rows.filter(({ commentId }) => commentId === id)
    const body = reports[0]?.body ?? ''
    const content = body.length > EXCERPT ? `${body.slice(0, EXCERPT)}…` : body
    const reporters = reports
      .map(({ reporter }) => reporter)
      .filter((reporter) => reporter !== by)
      .sort()
    await services.events.emit(reportsSettled, transaction, {
      commentId: id,
      content,
      status,
      reason,
      at,
      reporters,
    })
  }
  if (rows.length === 0) return {}
  return { reports: rows.length, reported: [...new Set(rows.map((row) => row.reason))].sort() }
}
