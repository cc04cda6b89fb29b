// Keeps the digest of what import rows were validated against (migration 135). Waiting imports get an empty one.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function keepImportBasis(db: Kysely<Schema>): Promise<void> {
  await sql`alter table import_job
    add column heads jsonb not null default '[]',
    add column basis text not null default '',
    add column renewed boolean not null default false`.execute(db)
}
