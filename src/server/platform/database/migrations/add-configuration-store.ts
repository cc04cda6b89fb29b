// Adds the tables of the configuration store: published revisions, their texts, and drafts.
import { type Kysely, sql } from 'kysely'
import { CREATED } from '#server/platform/database/baseline/column-types.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export async function addConfigurationStore(db: Kysely<Schema>): Promise<void> {
  await sql
    .raw(`create table configuration_revision (
      no int generated always as identity primary key,
      parent int,
      author text,
      words text not null,
      at ${CREATED},
      layer jsonb not null
    )`)
    .execute(db)
  await sql`create table configuration_text (digest text primary key, text text not null)`.execute(db)
  await sql
    .raw(`create table configuration_draft (
      account_id text not null,
      path text not null,
      base text,
      text text,
      saved_at ${CREATED},
      primary key (account_id, path)
    )`)
    .execute(db)
}
