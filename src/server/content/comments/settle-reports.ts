// Settles the reports of decided comments: the reports stay on record, and the reporters are notified.
import { type Kysely, sql } from 'kysely'
import { reportsSettled } from '#server/content/events.ts'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { CommentState } from '#shared/lifecycles/comment-state.ts'

interface Settling {
  readonly status: CommentState
  readonly reason: string | null
  readonly at: Date
  /** The account that decides; it needs no notice. */
  readonly by: string
}

/** Entry for the audit log: the number of reporters and their reasons. Empty if nobody has reported. */
export interface ReportSummary {
  readonly reports?: number
  readonly reported?: string[]
}

const EXCERPT = 60

/** `ids` are of comments of one item, whose row must be locked. */
export async function settleReports(
  transaction: Kysely<Schema>,
  services: Pick<Services, 'events'>,
  ids: readonly string[],
  { status, reason, at, by }: Settling,
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
