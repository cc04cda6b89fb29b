// Adds the table of configurations that are looked at before they are published.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function addConfigurationPreviews(db: Kysely<Schema>): Promise<void> {
  await sql`create table configuration_preview (
    hash text primary key,
    layer jsonb not null,
    until timestamptz not null
  )`.execute(db)
}
