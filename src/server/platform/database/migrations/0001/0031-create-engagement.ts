// Adds counters of support and collection next to the counter of likes (migration 31).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function createEngagement(db: Kysely<Schema>): Promise<void> {
  await sql`alter table item
    add column support_count int not null default 0,
    add column collect_count int not null default 0`.execute(db)
  await sql`create index reaction_own on reaction (user_id, kind, created_at desc) where target_kind = 'item'`.execute(
    db,
  )
}
