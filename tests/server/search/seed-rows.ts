// Provides public items with chosen titles and numbers of reads, found by the search.
import { sql } from 'kysely'
import { buildSearchVector } from '#server/platform/text/search-vector.ts'
import type { TestApp } from '../support/test-app.ts'

interface Seeded {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly views: number
}

export async function seedRows({ services, source }: TestApp, rows: readonly Seeded[]): Promise<void> {
  const now = services.clock()
  for (const { id, type: name, title, views } of rows) {
    const type = source.model.contentTypes.find((candidate) => candidate.name === name)
    if (!type) throw new Error(`no content type ${name}`)
    const body = { [type.heading]: title }
    await services.db
      .insertInto('item')
      .values({ id, type: name, status: 'online', title, body, viewCount: views, publishedAt: now })
      .execute()
    const vector = buildSearchVector(type, body)
    await sql`update item set search = ${vector}::tsvector where id = ${id}`.execute(services.db)
  }
}
