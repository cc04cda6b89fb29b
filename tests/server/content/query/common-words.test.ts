// Tests searches for words that very many items have: the rows are those of now, what was counted of them is kept a while.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { MAX_RANKED_COMMON, MIN_COMMON } from '#server/content/query/common-matches.ts'
import {
  loadReferred,
  matchesStatement,
  matchesWords,
  pageRows,
} from '#server/content/query/search-matches.ts'
import { searchedTypes } from '#server/content/query/searched-types.ts'
import { beginsAt } from '#server/search/search-facets.ts'
import { type SiteQuery, searchSite } from '#server/search/site-search.ts'
import { model } from '../../../support/portal-model.ts'
import { statementsOf } from '../../support/statements.ts'
import { AVAILABLE, type ContentApp, openContentApp } from '../content-app.ts'

const WORD = '应急'
const WORDS = `('应急')`
const LONGER_THAN_FRESH = 200_000

describe.each(AVAILABLE)('words that very many items have on $name', (database) => {
  let app: ContentApp
  const db = () => app.services.db

  /** Every second item of the type has the word, in its title or in its text. */
  const insert = (type: string, prefix: string, items: number) =>
    sql`insert into item (id, type, status, title, body, region, published_at, search)
      select ${prefix} || n, ${type}::text, 'online', 'x', '{}', case n % 3 when 0 then '4403' else '1101' end,
        timestamptz '2026-11-20 00:00:00+00' - n * interval '1 minute',
        case n % 10 when 0 then '''应急'':1A'::tsvector when 2 then '''应急'':1,2C'::tsvector
          when 4 then '''应急'':1B'::tsvector when 6 then '''应急'':1A,3C'::tsvector when 8 then '''应急'':1C'::tsvector
          else '''天气'':1A'::tsvector end
      from generate_series(1, ${items}::int) n`.execute(db())

  beforeAll(async () => {
    app = await openContentApp(database, model)
    await insert('news', 'n', MIN_COMMON * 3)
    await insert('bidding', 'b', 100)
    await app.services.database.vacuumAnalyze()
  }, 120_000)
  afterAll(() => app?.close())
  afterEach(() => void vi.useRealTimers())

  const found = (text: string) => text.includes('with found as materialized (select id as found_id')
  const list = (params: object = {}) =>
    statementsOf(() => app.call('guest', 'news.list', { keyWord: WORD, limit: 10, ...params }))
  const idsOf = (answer: { readonly list: readonly { readonly id: string }[] }) =>
    answer.list.map(({ id }) => id)

  /** As all matches are read and ranked. */
  async function slowly(
    types: readonly string[],
    page: number,
    isNewest = false,
  ): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string | null }>`${matchesStatement(
      {
        where: sql`status = 'online' and type in (${sql.join(types)}) and ${matchesWords(WORDS)}`,
        words: WORDS,
        columns: sql`id`,
        page,
        limit: 10,
        ...(isNewest ? { sort: { expression: 'published_at', direction: 'desc', empty: '' } as const } : {}),
      },
      MAX_RANKED_COMMON,
    )}`.execute(db())
    return pageRows(rows).map(({ id }) => id as string)
  }
  const counted = async (where = sql`true`): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from item
      where type = 'news' and status = 'online' and ${matchesWords(WORDS)} and ${where}`.execute(db())
    return rows[0]?.n ?? 0
  }

  test('a list has the same rows and total on every page as if all of them were read, and reads only the newest', async () => {
    await list()
    for (const page of [1, 2, MAX_RANKED_COMMON / 10, MAX_RANKED_COMMON / 10 + 1, 60]) {
      const { all, answer } = await list({ page })
      expect([page, idsOf(answer)]).toEqual([page, await slowly(['news'], page)])
      expect(answer.totalCount).toBe(await counted())
      expect(all.filter(found)).toEqual([])
    }
    const behind = await list({ page: 2_000 })
    expect([idsOf(behind.answer), behind.answer.totalCount]).toEqual([[], await counted()])
  }, 60_000)

  test('a list with a filter has its own total', async () => {
    for (const region of ['44', '11']) {
      await list({ region })
      const { answer } = await list({ region })
      expect(answer.totalCount).toBe(await counted(sql`region like ${`${region}%`}`))
      expect(answer.list).toHaveLength(10)
    }
  }, 60_000)

  test('a site search has the same rows, tabs and facets as if all of them were read', async () => {
    const types = searchedTypes(model).map(({ type }) => type.name)
    const faceted = { codes: {}, begins: beginsAt(new Date('2026-11-21T00:00:00Z')) }
    const base = { keyWord: WORD, order: 'relevance', page: 1, limit: 10 } as const
    const queries: readonly SiteQuery[] = [
      base,
      { ...base, page: 3 },
      { ...base, order: 'newest' },
      { ...base, type: 'bidding' },
      { ...base, faceted },
      { ...base, faceted: { ...faceted, region: '44', since: 'week' } },
    ]
    for (const query of queries) {
      const first = await searchSite(db(), model, query)
      const { all, answer } = await statementsOf(() => searchSite(db(), model, query))
      expect(answer).toEqual(first)
      expect(answer.tabs.find(({ type }) => type === 'news')?.count).toBe(
        await counted(
          query.faceted?.region
            ? sql`region like '44%' and published_at >= ${faceted.begins.week}::timestamptz`
            : undefined,
        ),
      )
      if (query.faceted?.region || query.type) continue
      const isNewest = query.order === 'newest'
      expect(idsOf(answer)).toEqual(await slowly(types, query.page, isNewest))
      expect(all.filter(found)).toEqual([])
    }
  }, 60_000)

  test('an item that is called so is found by its title among few items with the word, and among thousands', async () => {
    const types = model.contentTypes.filter(({ name }) => name === 'equipment')
    const named = () => loadReferred(db(), model.contentTypes, types, `('罕见')`)
    expect(await named()).toEqual([])
    await sql`insert into item (id, type, status, title, body, published_at, search) values
      ('c1', 'company', 'online', '罕见', '{}', now(), '''罕见'':1A'), ('c2', 'company', 'offline', '罕见', '{}', now(), '''罕见'':1A'),
      ('c3', 'company', 'online', 'x', '{}', now(), '''罕见'':1C')`.execute(db())
    expect(await named()).toEqual([{ id: 'c1', title: '罕见' }])
    await sql`insert into item (id, type, status, title, body, published_at, search)
      select 'r' || n, 'news', 'online', 'x', '{}', now(), '''罕见'':1A' from generate_series(1, 2500) n`.execute(
      db(),
    )
    expect(await named()).toEqual([{ id: 'c1', title: '罕见' }])
    await sql`insert into item (id, type, status, title, body, published_at, search)
      select 'm' || n, 'company', 'online', 'x', '{}', now(), '''罕见'':1A' from generate_series(1, 25) n`.execute(
      db(),
    )
    expect(await named()).toEqual([])
  }, 60_000)

  test('what is written shows at once, and is counted after some minutes', async () => {
    const before = (await list()).answer.totalCount
    await sql`insert into item (id, type, status, title, body, published_at, search)
      values ('fresh', 'news', 'online', 'x', '{}', timestamptz '2026-11-21 00:00:00+00', '''应急'':1A,2A,3A')`.execute(
      db(),
    )
    const soon = await app.call('guest', 'news.list', { keyWord: WORD, limit: 10, sort: '-publishedAt' })
    expect(idsOf(soon)[0]).toBe('fresh')
    expect(before).toBe((await counted()) - 1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + LONGER_THAN_FRESH })
    await vi.waitUntil(
      async () => {
        app.services.cache.changed('news')
        return (await list()).answer.totalCount === before + 1
      },
      { timeout: 20_000, interval: 50 },
    )
  }, 60_000)
})
