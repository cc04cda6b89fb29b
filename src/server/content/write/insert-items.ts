// Stage persist: inserts items by one statement for any number of rows, with arrays for columns.
import { type Kysely, type RawBuilder, sql } from 'kysely'
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

export function insertStatement(rows: readonly NewRow[]): RawBuilder<unknown> {
  const texts = TEXTS.map((key) => sql`${rows.map((row) => row[key])}::text[]`)
  return sql`
    insert into item (id, type, status, owner_id, parent_id, category, region, title, search, body,
      view_count, like_count, published_at, created_at, updated_at)
    select id, type, status, owner_id, parent_id, category, region, title, search::tsvector, body::jsonb,
      view_count, like_count, published_at, created_at, created_at
    from unnest(${sql.join(texts)}, ${rows.map(({ body }) => JSON.stringify(body))}::text[],
      ${rows.map(({ viewCount = 0 }) => viewCount)}::int[], ${rows.map(({ likeCount = 0 }) => likeCount)}::int[],
      ${rows.map(({ publishedAt }) => publishedAt?.toISOString() ?? null)}::timestamptz[],
      ${rows.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[])
      as t (id, type, status, owner_id, parent_id, category, region, title, search, body,
        view_count, like_count, published_at, created_at)`
}

/** In batches. Rows whose id is taken are left out. */
export async function insertMany(db: Kysely<Schema>, rows: readonly NewRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH)
    await sql`${insertStatement(rows.slice(start, start + BATCH))} on conflict (id) do nothing`.execute(db)
}
