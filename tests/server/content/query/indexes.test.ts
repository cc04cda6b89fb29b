// Tests the indexes of lists: query plans of filters and sort orders, creation and removal.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filterKind } from '#server/content/fields/filter.ts'
import { isNeverEmpty } from '#server/content/fields/sort.ts'
import { ensureIndexes } from '#server/content/indexes/ensure-indexes.ts'
import { planIndexes, planStatistics } from '#server/content/indexes/type-indexes.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { parseListQuery } from '#server/content/query/list-query.ts'
import { pageStatement } from '#server/content/query/run-list.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { type ContentApp, openContentApp } from '../content-app.ts'
import { loadFixture } from '../fixture.ts'

const model = await loadFixture()

const VALUES: Readonly<Record<ReturnType<typeof filterKind>, (name: string) => object>> = {
  values: (name) => ({ [name]: '1' }),
  text: (name) => ({ [name]: '示例日报 7' }),
  overlaps: (name) => ({ [name]: '3' }),
  region: (name) => ({ [name]: '4403' }),
  boolean: (name) => ({ [name]: true }),
  number: (name) => ({ [`${name}From`]: 990 }),
  day: (name) => ({ [`${name}From`]: '2030-12-01' }),
  time: (name) => ({ [`${name}From`]: '2030-12-01' }),
}

const isDeclared = (field: Field) => !field.system && field.visible === undefined
const cases = model.contentTypes
  .filter(({ operations }) => 'list' in operations)
  .flatMap((type): [string, ContentType, object][] => [
    ...type.fields
      .filter((field) => field.filter && isDeclared(field))
      .map((field): [string, ContentType, object] => [
        `${type.name} by ${field.name}`,
        type,
        VALUES[filterKind(field)](field.name),
      ]),
    ...type.fields
      .filter((field) => field.sort && (isDeclared(field) || field.name === 'publishedAt'))
      .flatMap(({ name }) => [name, `-${name}`])
      .map((sort): [string, ContentType, object] => [`${type.name} in order ${sort}`, type, { sort }]),
  ])

describe.each(ONE_DATABASE)('indexes of lists on $name', (database) => {
  let app: ContentApp
  beforeAll(async () => {
    app = await openContentApp(database, model)
    for (const name of ['article', 'theme']) {
      await sql`
        insert into item (id, type, status, title, body, published_at, parent_id, category, region)
        select ${name}::text || n, ${name}::text, 'online', '标题 ' || n, jsonb_build_object(
          'kind', (n % 4)::text, 'tags', jsonb_build_array((n % 200)::text), 'budget', n % 1000, 'order', n,
          'deadline', '20' || (10 + n % 21) || '-12-0' || (1 + n % 9), 'opens', '20' || (10 + n % 21) || '-12-01T00:00:00.000Z',
          'top', n % 100 = 0, 'source', '示例日报 ' || n % 100),
          now() - n * interval '1 hour', (n % 100)::text, (n % 100)::text, '44' || lpad((n % 90)::text, 2, '0')
        from generate_series(1, 6000) n`.execute(app.services.db)
    }
    await ensureIndexes(app.services.db, model)
    await app.services.database.vacuumAnalyze()
  })
  afterAll(() => app.close())

  const explain = async (current: Model, type: ContentType, params: object): Promise<string> => {
    const plan = findPlan(current, type.name)
    if (!plan) throw new Error(type.name)
    const content = { type: type.name, action: 'list', fixed: {} } as const
    const query = parseListQuery(plan, content, { ...params, limit: 10 }, null)
    const { rows } = await sql<Record<string, string>>`explain ${pageStatement(plan, query)}`.execute(
      app.services.db,
    )
    return rows.map((row) => Object.values(row)[0]).join('\n')
  }

  test.each(cases)(
    'serve the query “%s” without a scan of the whole table or a sort of all rows',
    async (name, type, params) => {
      const plan = await explain(model, type, params)
      expect(plan).not.toMatch(/Seq Scan on item\b/)
      expect(plan).toMatch(/Index (Only )?Scan/)
      const { sort } = params as { sort?: string }
      if (sort !== undefined)
        // The rows of the page, above the limit, may be sorted again.
        expect([name, plan.slice(plan.indexOf('Limit'))]).not.toEqual([
          name,
          expect.stringMatching(/^\s*(->)?\s*Sort\b/m),
        ])
      if (sort !== undefined && !isNeverEmpty(sort.replace('-', ''))) expect(plan).toMatch(/item_x_/)
    },
  )

  test('serve the hot order and the keyword search', async () => {
    const article = model.contentTypes.find(({ name }) => name === 'article') as ContentType
    expect(await explain(model, article, { sort: '-hot' })).toMatch(/using item_x_/)
    expect(await explain(model, article, { keyWord: '航母' })).toMatch(/item_search/)
  })

  test('are created once, and dropped when no content type declares them', async () => {
    expect(await ensureIndexes(app.services.db, model)).toBe(0)
    const without = { ...model, contentTypes: model.contentTypes.filter(({ name }) => name !== 'theme') }
    const dropped = needed(model, ['article', 'theme']) - needed(without, ['article'])
    expect(dropped).toBeGreaterThan(0)
    expect(await ensureIndexes(app.services.db, without)).toBe(dropped)
    expect(await ensureIndexes(app.services.db, model)).toBe(dropped)
  })

  test('are dropped when their types have few items, and created when these are many again', async () => {
    const { db } = app.services
    const dropped = needed(model, ['article', 'theme']) - needed(model, ['article'])
    const leave = (items: number) =>
      sql`delete from item where id in (select id from item where type = 'theme' order by id offset ${items})`.execute(
        db,
      )
    const insert = (items: number) =>
      sql`insert into item (id, type, status, title, body)
        select 'more' || n, 'theme', 'online', '标题', '{}' from generate_series(1, ${items}::int) n`.execute(
        db,
      )
    await leave(200)
    expect(await ensureIndexes(db, model)).toBe(0)
    await leave(100)
    expect(await ensureIndexes(db, model)).toBe(dropped)
    await insert(100)
    expect(await ensureIndexes(db, model)).toBe(0)
    await sql`update item set id = 'first' || id where id like 'more%'`.execute(db)
    await insert(100)
    expect(await ensureIndexes(db, model)).toBe(dropped)
  })
})

/** How many indexes and statistics find items of these types. */
const needed = (of: Model, types: readonly string[]): number =>
  [...planIndexes(of), ...planStatistics(of)].filter((plan) =>
    plan.types.some((type) => types.includes(type)),
  ).length
