// Tests the filters of the console's lists: times of the system, the publisher, words that are a number or a name.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAll } from '../../support/sign-in-all.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

interface List {
  readonly list: readonly { readonly id: string; readonly title: string }[]
  readonly totalCount: number
}

const TITLES = ['潜水泵保养的提问', '照明车保养的提问', '冲锋舟保养的提问']
const DAY_MS = 86_400_000

let app: TestApp
const tokens: Record<string, string> = {}
const ids: string[] = []
let owner = ''

const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10)

beforeAll(async () => {
  app = await createTestApp()
  Object.assign(tokens, await signInAll(app, { author: 'unit', other: 'supplier', operator: 'operator' }))
  for (const [index, title] of TITLES.entries()) {
    const token = tokens[index === 2 ? 'other' : 'author']
    const answer = await app.post<{ id: string }>(
      '/newapi/zhihu/add',
      { title, sysCategoryId: 'C04' },
      { token },
    )
    ids.push(answer.data.id)
  }
  const { data } = await list('')
  owner = String((data.list.find(({ id }) => id === ids[2]) as unknown as { ownerName: string }).ownerName)
})
afterAll(() => app.close())

const list = (query: string, path = '/operator/zhihu/manage') =>
  app.get<List>(`/newapi${path}?limit=50&${query}`, { token: tokens.operator })
const titles = async (query: string, path?: string) =>
  (await list(query, path)).data.list
    .map(({ title }) => title)
    .filter((title) => TITLES.includes(title))
    .sort()
const all = [...TITLES].sort()

describe('list of the console', () => {
  test.each<readonly [string, () => string, () => readonly string[]]>([
    ['created since yesterday', () => `createdAtFrom=${day(-1)}`, () => all],
    ['created since tomorrow', () => `createdAtFrom=${day(2)}`, () => []],
    ['updated until yesterday', () => `updatedAtTo=${day(-2)}`, () => []],
    ['updated within these days', () => `updatedAtFrom=${day(-1)}&updatedAtTo=${day(1)}`, () => all],
    ['published since yesterday', () => `publishedAtFrom=${day(-1)}&status=pending`, () => []],
    [
      'a part of the name of the publisher',
      () => `ownerName=${encodeURIComponent(owner.slice(1))}`,
      () => [TITLES[2] ?? ''],
    ],
    ['the number of an item as words', () => `keyWord=${ids[1]}`, () => [TITLES[1] ?? '']],
    ['the publisher as words', () => `keyWord=${encodeURIComponent(owner)}`, () => [TITLES[2] ?? '']],
    ['words of the title', () => `keyWord=${encodeURIComponent('潜水泵')}`, () => [TITLES[0] ?? '']],
  ])('lists items by %s', async (_, query, expected) => {
    expect(await titles(query())).toEqual(expected())
  })

  test('a list for everybody is not filtered by the publisher', async () => {
    const path = '/newapi/zhihu/list?mine=true&ownerName=nobody'
    const { data } = await app.get<List>(path, { token: tokens.author })
    expect(data.list.map(({ id }) => id).sort()).toEqual(ids.slice(0, 2).sort())
  })

  test('the queue of reviews is found by title, publisher and days', async () => {
    const queue = '/api/moderation/queue'
    expect(await titles(`keyWord=${encodeURIComponent('潜水泵')}`, queue)).toEqual([TITLES[0]])
    expect(await titles(`keyWord=${ids[1]}`, queue)).toEqual([TITLES[1]])
    expect(await titles(`ownerName=${encodeURIComponent(owner)}`, queue)).toEqual([TITLES[2]])
    expect(await titles(`updatedAtFrom=${day(-1)}`, queue)).toEqual(all)
    expect(await titles(`updatedAtTo=${day(-2)}`, queue)).toEqual([])
    expect(await titles(`dueTo=${day(-2)}`, queue)).toEqual([])
  })
})
