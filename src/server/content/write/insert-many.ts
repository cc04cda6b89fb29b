// Inserts many items fast: one statement per batch, with arrays for columns.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export interface SeedRow {
  readonly id: string
  readonly type: string
  readonly status: string
  readonly ownerId: string | null
  readonly parentId: string | null
  readonly category: string | null
  readonly region: string | null
  readonly title: string
  readonly body: Readonly<Record<string, unknown>>
  /** In the text form of a tsvector. */
  readonly search: string
  readonly viewCount: number
  readonly likeCount: number
  readonly publishedAt: Date | null
  readonly createdAt: Date
}

const BATCH = 500

/** Rows whose id is taken are left out. */
export async function insertMany(db: Kysely<Schema>, rows: readonly SeedRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH)
    await insertBatch(db, rows.slice(start, start + BATCH))
}

async function insertBatch(db: Kysely<Schema>, rows: readonly SeedRow[]): Promise<void> {
  const texts = (
    key: 'id' | 'type' | 'status' | 'ownerId' | 'parentId' | 'category' | 'region' | 'title' | 'search',
  ) => sql`${rows.map((row) => row[key])}::text[]`
  await sql`
    insert into item (id, type, status, owner_id, parent_id, category, region, title, body, search,
      view_count, like_count, published_at, created_at, updated_at)
    select id, type, status, owner_id, parent_id, category, region, title, body::jsonb, search::tsvector,
      view_count, like_count, published_at, created_at, created_at
    from unnest(${texts('id')}, ${texts('type')}, ${texts('status')}, ${texts('ownerId')}, ${texts('parentId')},
      ${texts('category')}, ${texts('region')}, ${texts('title')},
      ${rows.map(({ body }) => JSON.stringify(body))}::text[], ${texts('search')},
      ${rows.map(({ viewCount }) => viewCount)}::int[], ${rows.map(({ likeCount }) => likeCount)}::int[],
      ${rows.map(({ publishedAt }) => publishedAt?.toISOString() ?? null)}::timestamptz[],
      ${rows.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[])
      as t (id, type, status, owner_id, parent_id, category, region, title, body, search,
        view_count, like_count, published_at, created_at)
    on conflict (id) do nothing`.execute(db)
}
