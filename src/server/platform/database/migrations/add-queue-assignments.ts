// Adds the table of who has taken what waits in the inbox, and the indexes by which the inbox finds it.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { COMMENT } from '#shared/lifecycles/comment-state.ts'

export async function addQueueAssignments(db: Kysely<Schema>): Promise<void> {
  await sql`create table queue_assignment (
    target_id text not null,
    type text not null,
    account_id text not null references account (id) on delete cascade,
    status text not null,
    since timestamptz(3) not null,
    primary key (target_id, type)
  )`.execute(db)
  await sql`create index queue_assignment_account on queue_assignment (account_id)`.execute(db)
  await sql`create index comment_waiting on comment (created_at)
    where status = ${sql.lit(COMMENT.waiting)} or report_count > 0`.execute(db)
  await sql`create index transition_log_actor on transition_log (actor, item_id)`.execute(db)
  await sql`create index transition_log_behalf on transition_log (behalf, item_id) where behalf is not null`.execute(
    db,
  )
}
