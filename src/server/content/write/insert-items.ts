// Stage persist: inserts items by one statement for any number of rows, with arrays for columns.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { VersionAuthor } from '#server/content/items/item-versions.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export interface NewRow {
  readonly id: string
  readonly type: string
  readonly status: string
  readonly ownerId: string | null
  readonly parentId: string | null
  readonly category: string | null
  readonly region: string | null
  readonly title: string
  /** As it is stored: secret values are sealed. */
  readonly body: Readonly<Record<string, unknown>>
  /** In the text form of a tsvector. */
  readonly search: string
  readonly viewCount?: number
  readonly likeCount?: number
  readonly publishedAt: Date | null
  readonly createdAt: Date
  /** Absent where its first version is not recorded: it becomes one when the item is changed. */
  readonly author?: VersionAuthor | undefined
}

/** One statement: its steps for the topmost WITH, and what stands behind them. */
export interface SteppedStatement {
  readonly steps: RawBuilder<unknown>
  readonly statement: RawBuilder<unknown>
}

const TEXTS = [
  'id',
  'type',
  'status',
  'ownerId',
  'parentId',
  'category',
  'region',
  'title',
  'search',
] as const satisfies readonly (keyof NewRow)[]
const BATCH = 500

const AUTHOR = ['actor', 'behalf', 'origin', 'reason'] as const satisfies readonly (keyof VersionAuthor)[]

/** The body of a first version is not stored again: the item is it until it is changed. */
export function insertStatement(rows: readonly NewRow[]): SteppedStatement {
  const texts = TEXTS.map((key) => sql`${rows.map((row) => row[key])}::text[]`)
  const authors = AUTHOR.map((key) => sql`${rows.map(({ author }) => author?.[key] ?? null)}::text[]`)
  const versions = sql`, version as (
      insert into item_version (item_id, number, revision, status, actor, behalf, origin, reason, at)
      select id, 1, 1, status, actor, behalf, origin, reason, created_at from given where origin is not null)`
  return {
    steps: sql`given as (
      select * from unnest(${sql.join(texts)}, ${rows.map(({ body }) => JSON.stringify(body))}::text[],
        ${rows.map(({ viewCount = 0 }) => viewCount)}::int[], ${rows.map(({ likeCount = 0 }) => likeCount)}::int[],
        ${rows.map(({ publishedAt }) => publishedAt?.toISOString() ?? null)}::timestamptz[],
        ${rows.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[], ${sql.join(authors)})
      as t (id, type, status, owner_id, parent_id, category, region, title, search, body,
        view_count, like_count, published_at, created_at, actor, behalf, origin, reason))${
          rows.some(({ author }) => author) ? versions : sql``
        }`,
    statement: sql`
      insert into item (id, type, status, owner_id, parent_id, category, region, title, search, body,
        view_count, like_count, published_at, created_at, updated_at)
      select id, type, status, owner_id, parent_id, category, region, title, search::tsvector, body::jsonb,
        view_count, like_count, published_at, created_at, created_at from given`,
  }
}

/** In batches, without versions. Rows whose id is taken are left out. */
export async function insertMany(db: Kysely<Schema>, rows: readonly NewRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH).map(({ author: _, ...row }) => row)
    const { steps, statement } = insertStatement(batch)
    await sql`with ${steps} ${statement} on conflict (id) do nothing`.execute(db)
  }
}
