// Tests statistic calls: counts and summaries of numbers, in total and by group, with read access.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NumberSummary, Statistic } from '#shared/content/statistics.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { addArticle } from '../articles.ts'
import { type ContentApp, openContentApp, type Person } from '../content-app.ts'
import { loadFixture } from '../fixture.ts'

const NOW = new Date('2026-11-23T20:00:00Z')

const ARTICLES = [
  {
    kind: '1',
    amount: 3,
    tags: ['1', '2'],
    region: '4403',
    budget: 120.5,
    deadline: '2026-12-31',
    opens: '2026-12-01T09:00:00+08:00',
  },
  { kind: '1', amount: 5, tags: ['1'], region: '4401', budget: 79.5, deadline: '2026-12-01' },
  { kind: '2', region: '1101', deadline: '2027-01-05', opens: '2026-12-01T23:30:00+08:00' },
  { kind: '2', region: '1101', budget: 0 },
]

describe.each(ONE_DATABASE)('statistic call on $name', (database) => {
  let app: ContentApp
  beforeAll(async () => {
    app = await openContentApp(database, await loadFixture(), () => NOW)
    for (const article of ARTICLES) await addArticle(app, article)
    // Nobody but its owner and operators may list it.
    await addArticle(app, { kind: '1', amount: 9, budget: 1_000_000, region: '4403' }, { online: false })
  })
  afterAll(() => app.close())

  const ask = (
    person: Person,
    params: Record<string, unknown> = {},
    call = 'statistic',
  ): Promise<Statistic> => app.call(person, `article.${call}`, params)
  const group = ({ groups }: Statistic, name: string) => groups.find(({ field }) => field === name)
  const rows = (answer: Statistic, name: string) =>
    group(answer, name)?.items.map(({ value, label, count }) => [value, label, count])
  const budgets = (answer: Statistic, name: string) =>
    group(answer, name)?.items.map(({ value, numbers }) => [
      value,
      numbers?.find(({ field }) => field === 'budget')?.sum ?? null,
    ])

  test('returns the total, and count, sum, average, minimum and maximum of number fields', async () => {
    const { totalCount, numbers } = await ask('guest')
    expect(totalCount).toBe(4)
    expect(numbers).toEqual([
      {
        field: 'budget',
        title: '预算',
        unit: null,
        count: 3,
        sum: 200,
        average: 200 / 3,
        minimum: 0,
        maximum: 120.5,
      },
      { field: 'amount', title: '数量', unit: null, count: 2, sum: 8, average: 4, minimum: 3, maximum: 5 },
    ])
  })

  test('groups by code, by each of several codes, by province and by month', async () => {
    const answer = await ask('guest')
    expect(rows(answer, 'kind')).toEqual([
      ['1', '类型1', 2],
      ['2', '类型2', 2],
    ])
    expect(rows(answer, 'tags')).toEqual([
      ['1', '类型1', 2],
      ['2', '类型2', 1],
    ])
    expect(rows(answer, 'region')).toEqual([
      ['11', '北京市', 2],
      ['44', '广东省', 2],
    ])
    expect(rows(answer, 'deadline')).toEqual([
      ['2027-01', '2027年1月', 1],
      ['2026-12', '2026年12月', 2],
    ])
    expect(budgets(answer, 'region')).toEqual([
      ['11', 0],
      ['44', 200],
    ])
    // Where no item has a value there is nothing to add up, which is not nought.
    expect(budgets(answer, 'deadline')).toEqual([
      ['2027-01', null],
      ['2026-12', 200],
    ])
  })

  test('groups by day in the time zone of the portal, and by year', async () => {
    const daily = await ask('guest', {}, 'daily')
    expect(rows(daily, 'deadline')?.map(([value]) => value)).toEqual([
      '2027-01-05',
      '2026-12-31',
      '2026-12-01',
    ])
    expect(rows(daily, 'opens')).toEqual([['2026-12-01', '2026-12-01', 2]])
    expect(group(daily, 'opens')?.every).toBe('day')
    const yearly = await ask('guest', {}, 'yearly')
    expect(rows(yearly, 'deadline')).toEqual([
      ['2027', '2027年', 1],
      ['2026', '2026年', 2],
    ])
    // 04:00 of the 24th in the portal's time.
    expect(rows(await ask('guest'), 'publishedAt')).toEqual([['2026-11', '2026年11月', 4]])
  })

  test('applies the filters of the list', async () => {
    const answer = await ask('guest', { region: '44', kind: '1' })
    expect(answer.totalCount).toBe(2)
    expect(answer.numbers[0]).toMatchObject({ count: 2, sum: 200, minimum: 79.5, maximum: 120.5 })
    expect((await ask('guest', { budgetFrom: '100' })).totalCount).toBe(1)
    expect((await ask('guest', { keyWord: '不存在的词' })).totalCount).toBe(0)
    const none = await ask('guest', { kind: '3' })
    expect(none).toMatchObject({ totalCount: 0, groups: [{ items: [] }, {}, {}, {}, {}] })
    expect(none.numbers[0]).toMatchObject({
      count: 0,
      sum: null,
      average: null,
      minimum: null,
      maximum: null,
    })
  })

  test('counts only items that the caller may list', async () => {
    const sumOf = ({ numbers }: Statistic) => (numbers[0] as NumberSummary).sum
    for (const person of ['guest', 'other', 'owner', 'operator'] as const)
      expect(sumOf(await ask(person)), person).toBe(200)
    expect(await app.outcome('guest', 'article.statistic', { mine: 'true' })).toBe('SIGN_IN_REQUIRED')
    expect(sumOf(await ask('owner', { mine: 'true' }))).toBe(1_000_200)
    expect((await ask('other', { mine: 'true' })).totalCount).toBe(0)
    expect(sumOf(await ask('operator', { status: 'pending' }))).toBe(1_000_000)
    expect((await ask('guest', { status: 'pending' })).totalCount).toBe(0)
    expect((await ask('other', { status: 'pending' })).totalCount).toBe(0)
  })

  test('reflects an item that was just added or taken offline', async () => {
    const id = await addArticle(app, { kind: '3', budget: 50 })
    expect((await ask('guest')).numbers[0]).toMatchObject({ count: 4, sum: 250 })
    await app.call('operator', 'article.offline', { id })
    expect((await ask('guest')).numbers[0]).toMatchObject({ count: 3, sum: 200 })
  })
})
