// Lists the migrations in order. A published migration is never changed, only followed by another.
import { type Kysely, sql } from 'kysely'
import { createBaseline } from './baseline/create-baseline.ts'
import { addConfigurationPreviews } from './migrations/add-configuration-previews.ts'
import { addConfigurationStore } from './migrations/add-configuration-store.ts'
import { addCountedValues } from './migrations/add-counted-values.ts'
import { addItemChanges } from './migrations/add-item-changes.ts'
import { addItemVersions } from './migrations/add-item-versions.ts'
import { addPins } from './migrations/add-pins.ts'
import { addQueueAssignments } from './migrations/add-queue-assignments.ts'
import { addReleases } from './migrations/add-releases.ts'
import { addRoleAssignments } from './migrations/add-role-assignments.ts'
import { addServiceAccounts } from './migrations/add-service-accounts.ts'
import { addWebhooks } from './migrations/add-webhooks.ts'
import type { Schema } from './tables/schema.ts'

export interface SchemaMigration {
  readonly name: string
  up(db: Kysely<Schema>): Promise<void>
}

const BASELINE = '0300-baseline'

export const MIGRATIONS: readonly SchemaMigration[] = [
  { name: BASELINE, up: createBaseline },
  {
    name: '0301-seen-views',
    up: async (db) => {
      await sql`create table seen_view (digest text primary key, seen_at timestamptz not null)`.execute(db)
    },
  },
  {
    name: '0302-own-role',
    up: async (db) => void (await sql`alter table account add column own_role text`.execute(db)),
  },
  { name: '0303-webhooks', up: addWebhooks },
  { name: '0304-service-accounts', up: addServiceAccounts },
  { name: '0305-item-versions', up: addItemVersions },
  { name: '0306-item-changes', up: addItemChanges },
  {
    name: '0307-draft-base',
    up: async (db) => void (await sql`alter table draft add column base_revision integer`.execute(db)),
  },
  { name: '0308-counted-values', up: addCountedValues },
  {
    name: '0309-preview-links',
    up: async (db) => {
      await sql`create table preview_link (
        id text primary key,
        item_id text not null references item (id) on delete cascade,
        digest text not null unique,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        revoked_at timestamptz(3)
      )`.execute(db)
      await sql`create index preview_link_item on preview_link (item_id, created_at)`.execute(db)
    },
  },
  { name: '0310-pins', up: addPins },
  { name: '0311-role-assignments', up: addRoleAssignments },
  { name: '0312-configuration-store', up: addConfigurationStore },
  { name: '0313-configuration-previews', up: addConfigurationPreviews },
  {
    name: '0314-kept-sums',
    up: async (db) => void (await sql`alter table item_count add column total numeric`.execute(db)),
  },
  {
    name: '0315-console-views',
    up: async (db) => {
      await sql`create table console_view (
        id text primary key,
        owner_id text not null references account (id) on delete cascade,
        page text not null,
        name text not null,
        query text not null default '',
        columns jsonb not null default '[]',
        shared boolean not null default false,
        role text,
        updated_at timestamptz(3) not null,
        unique (owner_id, page, name)
      )`.execute(db)
    },
  },
  { name: '0316-releases', up: addReleases },
  { name: '0324-queue-assignments', up: addQueueAssignments },
  {
    name: '0330-day-counts',
    up: async (db) => {
      await sql`create table day_count (
        day date not null,
        what text not null,
        key text not null,
        n bigint not null,
        primary key (what, day, key)
      ) with (fillfactor = 80)`.execute(db)
      await sql`create table day_reader (
        day date not null,
        digest text not null,
        primary key (day, digest)
      )`.execute(db)
      await sql`create table day_salt (day date primary key, salt text not null)`.execute(db)
    },
  },
]

/** The migrations of version 0.1.0 lead to the baseline, but only all of them. */
const EARLIER = /^0[0-2]\d\d-/
const EARLIER_COUNT = 54

/** The applied migrations, the earlier ones replaced by the baseline; undefined where some of these are missing. */
export function withBaseline(applied: readonly string[]): readonly string[] | undefined {
  const later = applied.filter((name) => !EARLIER.test(name))
  if (later.length === applied.length) return applied
  return applied.length - later.length === EARLIER_COUNT ? [BASELINE, ...later] : undefined
}
