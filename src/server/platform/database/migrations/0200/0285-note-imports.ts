// Adds notes for the sender of an import file, such as its hidden rows (migration 285).
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function noteImports(db: Kysely<Schema>): Promise<void> {
  await sql`alter table import_job add column notes jsonb not null default '[]'`.execute(db)
}
