// Adds an id, a decision and the reason for it to reports of chat messages (migration 182).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function judgeChatReports(db: Kysely<Schema>): Promise<void> {
  await sql`alter table chat_report
    add column id text not null default gen_random_uuid()::text,
    add column upheld boolean,
    add column words text`.execute(db)
  await sql`create unique index chat_report_id on chat_report (id)`.execute(db)
}
