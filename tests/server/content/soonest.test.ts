// Checks the order by a last day: what is not over comes first, the soonest of it at the top, and what is over after it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Model } from '#shared/model/model.ts'
import { model as portal } from '../../support/portal-model.ts'
import { ONE_DATABASE } from '../database/each-database.ts'
import { addArticle } from './articles.ts'
import { type ContentApp, openContentApp } from './content-app.ts'
import { loadFixture } from './fixture.ts'

const DAY_MS = 86_400_000
const LAST = ['deadline', 'opens']

const withLastDays = (model: Model): Model => ({
  ...model,
  contentTypes: model.contentTypes.map((type) => ({
    ...type,
    fields: type.fields.map((field) => (LAST.includes(field.name) ? { ...field, soonest: true } : field)),
  })),
})

/** Days from now; null has none. */
const DAYS: readonly (number | null)[] = [30, -40, 2, null, -3, 9, -1]
const AHEAD = [2, 9, 30]
const OVER = [-1, -3, -40]

describe.each(ONE_DATABASE)('orders by a last day on $name', (database) => {
  let app: ContentApp

  beforeAll(async () => {
    app = await openContentApp(database, withLastDays(await loadFixture()))
    for (const days of DAYS) {
      const moment = new Date(Date.now() + (days ?? 0) * DAY_MS).toISOString()
      const last = days === null ? {} : { deadline: moment.slice(0, 10), opens: moment }
      await addArticle(app, { title: `第 ${days} 天`, ...last })
    }
  })
  afterAll(() => app.close())

  const daysOf = async (params: object) => {
    const { list, totalCount } = await app.call('guest', 'article.list', { limit: 20, ...params })
    expect(totalCount).toBe(DAYS.length)
    return list.map(({ title }: { title: string }) =>
      title === '第 null 天' ? null : Number(title.split(' ')[1]),
    )
  }

  test.each(LAST)('upwards by %s what is over follows', async (field) => {
    expect(await daysOf({ sort: field })).toEqual([...AHEAD, ...OVER, null])
    expect(await daysOf({ sortBy: field, sortOrder: 'asc' })).toEqual([...OVER.toReversed(), ...AHEAD, null])
  })

  test.each(LAST)('downwards by %s the latest comes first', async (field) => {
    expect(await daysOf({ sort: `-${field}` })).toEqual([...AHEAD.toReversed(), ...OVER, null])
  })

  test('pages hold each once', async () => {
    const pages = [1, 2, 3, 4].map((page) => daysOf({ sort: 'opens', limit: 2, page }))
    expect((await Promise.all(pages)).flat()).toEqual([...AHEAD, ...OVER, null])
  })
})

test.each([
  ['bidding/list', 'bidDeadline'],
  ['demand/list', 'deadline'],
])('%s offers the soonest first', (id, value) => {
  const page = portal.pages.find((candidate) => candidate.id === id)
  const sorts = page?.kind === 'list' ? page.sorts : []
  expect(sorts.find((sort) => sort.value === value)).toMatchObject({ isLeastFirst: true })
})
