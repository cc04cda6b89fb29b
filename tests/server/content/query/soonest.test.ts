// Tests the sort by a last day: upcoming days first with the soonest on top, then past days.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Model } from '#shared/model/model.ts'
import { model as portal } from '../../../support/portal-model.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { addArticle } from '../articles.ts'
import { type ContentApp, openContentApp } from '../content-app.ts'
import { loadFixture } from '../fixture.ts'

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

describe.each(ONE_DATABASE)('sort by a last day on $name', (database) => {
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

  test.each(LAST)(
    'by %s lists upcoming days before past days, and with sortOrder=asc in plain order',
    async (field) => {
      expect(await daysOf({ sort: field })).toEqual([...AHEAD, ...OVER, null])
      expect(await daysOf({ sortBy: field, sortOrder: 'asc' })).toEqual([
        ...OVER.toReversed(),
        ...AHEAD,
        null,
      ])
    },
  )

  test.each(LAST)('descending by %s lists the latest upcoming day first, then past days', async (field) => {
    expect(await daysOf({ sort: `-${field}` })).toEqual([...AHEAD.toReversed(), ...OVER, null])
  })

  test('lists each item once over all pages', async () => {
    const pages = [1, 2, 3, 4].map((page) => daysOf({ sort: 'opens', limit: 2, page }))
    expect((await Promise.all(pages)).flat()).toEqual([...AHEAD, ...OVER, null])
  })
})

test.each([
  ['bidding/list', 'bidDeadline'],
  ['demand/list', 'deadline'],
])('the page %s offers a sort with the soonest date first', (id, value) => {
  const page = portal.pages.find((candidate) => candidate.id === id)
  const sorts = page?.kind === 'list' ? page.sorts : []
  expect(sorts.find((sort) => sort.value === value)).toMatchObject({ isLeastFirst: true })
})
