// Chains the audit log by hashes and makes it append-only (migration 4).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const STATEMENTS = [
  `alter table audit add column lane int, add column position bigint, add column hash text`,
  `create unique index audit_chain on audit (lane, position)`,
  `create index audit_actor on audit (actor, id desc)`,
  `create table audit_head (lane int primary key, position bigint not null, hash text not null)`,
  `insert into audit_head select lane, 0, '' from generate_series(0, 15) lane`,
  `create function refuse_audit_change() returns trigger language plpgsql as $$
    begin raise exception 'the audit log is only ever appended to'; end $$`,
  `create trigger audit_is_append_only before update or delete or truncate on audit
    for each statement execute function refuse_audit_change()`,
]

export async function chainAudit(db: Kysely<Schema>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
