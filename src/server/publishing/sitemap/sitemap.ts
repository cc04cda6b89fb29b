// Writes sitemaps of all public addresses, at most 50,000 per file, streamed from the database.
import { type Kysely, sql } from 'kysely'
import { isPublicState } from '#server/content/fields/public-states.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { node, writeNode } from '#server/platform/xml/write-xml.ts'
import { type SharedPages, sharedPages } from '#server/publishing/pages/shared-pages.ts'
import { shareAddress } from '#shared/content/page-description.ts'
import type { Model } from '#shared/model/model.ts'

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
/** The protocol's maximum per file. */
const MAX_ADDRESSES = 50_000
const BATCH = 1_000

interface Row {
  readonly id: string
  readonly publishedAt: Date
  readonly updatedAt: Date
}

interface TypeCount {
  readonly type: string
  readonly many: number
  readonly newest: Date | null
}

const opening = (name: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${NAMESPACE}">\n`

function entry(name: string, address: string, changed?: Date | null): string {
  const lastmod = changed ? node('lastmod', {}, changed.toISOString()) : null
  return `${writeNode(node(name, {}, node('loc', {}, address), lastmod))}\n`
}

/** The names of the files that hold the addresses. */
export async function writeIndex(db: Kysely<Schema>, model: Model, origin: string): Promise<string> {
  const files = [entry('sitemap', `${origin}/sitemaps/pages-1.xml`)]
  for (const { type } of sharedPages(model).values()) {
    const { many, newest } = await countOf(db, type)
    for (let file = 1; file <= Math.ceil(many / MAX_ADDRESSES); file += 1)
      files.push(entry('sitemap', `${origin}/sitemaps/${type.name}-${file}.xml`, newest))
  }
  return `${opening('sitemapindex')}${files.join('')}</sitemapindex>\n`
}

async function countOf(db: Kysely<Schema>, type: SharedPages['type']): Promise<TypeCount> {
  const { rows } = await sql<TypeCount>`
    select count(*)::int as many, max(updated_at) as newest from item where ${ofType(type)}`.execute(db)
  return rows[0] ?? { type: type.name, many: 0, newest: null }
}

const ofType = (type: SharedPages['type']) =>
  sql`type = ${sql.lit(type.name)} and ${sql.raw(isPublicState(type))} and published_at is not null`

/** The entrance and the lists. */
export function writePages(model: Model, origin: string): string {
  const lists = [...sharedPages(model).keys()].map((type) => entry('url', `${origin}/share/${type}`))
  return `${opening('urlset')}${entry('url', `${origin}/`)}${entry('url', `${origin}/share`)}${lists.join('')}</urlset>\n`
}

/** Undefined where there is no such file. The oldest stand first, so that files that are full stay as they are. */
export async function streamItems(
  db: Kysely<Schema>,
  { type }: SharedPages,
  origin: string,
  file: number,
  most = MAX_ADDRESSES,
): Promise<AsyncGenerator<string> | undefined> {
  const { rows } = await sql<Row>`${select(type)}
    order by published_at, id limit 1 offset ${(file - 1) * most}`.execute(db)
  const [first] = rows
  return first && stream(db, type, origin, first, most)
}

const select = (type: SharedPages['type']) =>
  sql`select id, published_at, updated_at from item where ${ofType(type)}`

async function* stream(
  db: Kysely<Schema>,
  type: SharedPages['type'],
  origin: string,
  first: Row,
  most: number,
): AsyncGenerator<string> {
  yield opening('urlset')
  let batch: readonly Row[] = [first]
  let left = most
  while (batch.length > 0) {
    yield batch
      .map(({ id, updatedAt }) => entry('url', `${origin}${shareAddress(type.name, id)}`, updatedAt))
      .join('')
    left -= batch.length
    const last = batch.at(-1) as Row
    batch = left > 0 ? await after(db, type, last, Math.min(BATCH, left)) : []
  }
  yield '</urlset>\n'
}

async function after(
  db: Kysely<Schema>,
  type: SharedPages['type'],
  last: Row,
  most: number,
): Promise<readonly Row[]> {
  // Times are compared as the database has them: a Date knows no microseconds.
  const { rows } = await sql<Row>`${select(type)}
    and (published_at, id) > ((select published_at from item where id = ${last.id}), ${last.id})
    order by published_at, id limit ${most}`.execute(db)
  return rows
}
