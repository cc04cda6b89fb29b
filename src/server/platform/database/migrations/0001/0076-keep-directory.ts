// Marks the account that maintains a shared directory entry; the other accounts have only joined it (migration 76).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/**
 * The maintaining account is the founder of the entry according to the audit log. For entries that the log does not
 * know, it is the account that was approved first.
 */
export async function keepDirectory(db: Kysely<Schema>): Promise<void> {
  await sql`alter table account add column directory_keeps boolean not null default false`.execute(db)
  await sql`
    with entered as (
      select distinct target, detail ->> 'subject' as subject from audit where action = 'directory.enter'
    ), made as (
      select target from audit where action like '%.add' and target is not null
      union select target from entered
    ), keeper as (
      select distinct on (a.directory_id) a.id
      from account a left join entered e on e.target = a.directory_id and e.subject = a.id
      where a.directory_id is not null
        and (e.subject is not null or not exists (select 1 from made m where m.target = a.directory_id))
      order by a.directory_id, e.subject is null, a.reviewed_at nulls first, a.id
    )
    update account set directory_keeps = true from keeper where account.id = keeper.id`.execute(db)
}
