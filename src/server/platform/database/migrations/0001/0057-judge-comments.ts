// Adds decisions about comments, and the accounts that reported them (migration 57).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function judgeComments(db: Kysely<Schema>): Promise<void> {
  await sql`alter table comment
    add column reason text,
    add column report_count int not null default 0,
    add column decided_by text,
    add column decided_at timestamptz(3)`.execute(db)
  await sql`
    create table comment_report (
      comment_id text not null,
      reporter text not null,
      reason text not null,
      content text,
      created_at timestamptz(3) not null default now(),
      primary key (comment_id, reporter)
    )`.execute(db)
  await sql`create index comment_desk on comment (created_at desc, id desc)`.execute(db)
  await sql`create index comment_reported on comment (report_count desc, created_at desc)
    where report_count > 0`.execute(db)
}
