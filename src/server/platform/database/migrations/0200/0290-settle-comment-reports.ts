// Keeps reports of comments after they are decided, with the time of the decision (migration 290).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function settleCommentReports(db: Kysely<Schema>): Promise<void> {
  await sql`alter table comment_report add column settled_at timestamptz`.execute(db)
}
