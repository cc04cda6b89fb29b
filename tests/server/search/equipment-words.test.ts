// Tests equipment search by name, model, alias, company and parameters, in the site and in lists.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SiteAnswer } from '#server/search/site-search.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'
import { seedRows } from './seed-rows.ts'

const TYPE = 'equipment'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ samples: true })
}, 180_000)
afterAll(() => app.close())

const inSite = async (keyWord: string) =>
  (
    await app.get<SiteAnswer>(
      `/newapi/api/search?${new URLSearchParams({ keyWord, type: TYPE, limit: '50' })}`,
    )
  ).data
const inList = async (keyWord: string) =>
  (
    await app.get<Paged<{ id: string; companyId: string }>>(
      `/newapi/api/avicResource/resource/index?${new URLSearchParams({ keyWord, limit: '50' })}`,
    )
  ).data

describe.each([
  ['a name', '垂直式供排水抢险车', 'EQ001A'],
  ['a model', 'SL-001B', 'EQ001B'],
  ['a model without its hyphen', 'sl001b', 'EQ001B'],
  ['a model with other marks', 'sl.001b', 'EQ001B'],
  ['an alias', '龙吸水', 'EQ002A'],
  ['a parameter and its value', '流量 3000', 'EQ001B'],
  ['a parameter, its value and its unit', '额定流量 3000 m³/h', 'EQ001B'],
  ['a value with its unit', '3000m³/h', 'EQ001B'],
  ['a company', '江海排水', 'EQ001A'],
  ['the whole name of a company', '示例江海排水设备有限公司', 'EQ001A'],
])('equipment search by %s', (_, words, id) => {
  test('returns the item in the site search and in the list', async () => {
    expect((await inSite(words)).list.map((one) => one.id)).toContain(id)
    expect((await inList(words)).list.map((one) => one.id)).toContain(id)
  })
})

test.each([
  ['流量 3000', 'EQ001B'],
  ['流量3000', 'EQ001B'],
  ['最大流量 3000', 'EQ001B'],
])('site search for “%s” lists the item with exactly this value first', async (keyWord, id) => {
  const { list } = (
    await app.get<SiteAnswer>(`/newapi/api/search?${new URLSearchParams({ keyWord, limit: '10' })}`)
  ).data
  expect(list[0]?.id).toBe(id)
})

test('equipment search by a company lists all items of that company, no other items, and the company name', async () => {
  const found = await inSite('江海排水')
  const own = await app.get<Paged<{ id: string }>>(
    '/newapi/api/avicResource/resource/index?companyId=CO001&limit=50',
  )
  expect(found.list.map(({ id }) => id).sort()).toEqual(own.data.list.map(({ id }) => id).sort())
  expect(found.totalCount).toBe(own.data.totalCount)
  for (const { snippet } of found.list) expect(snippet).toContain('江海排水')
  const { list, totalCount } = await inList('江海排水')
  expect([totalCount, new Set(list.map(({ companyId }) => companyId))]).toEqual([
    own.data.totalCount,
    new Set(['CO001']),
  ])
  const facets = await app.get<{ totalCount: number }>(
    `/newapi/api/avicResource/facets?${new URLSearchParams({ keyWord: '江海排水' })}`,
  )
  expect(facets.data.totalCount).toBe(totalCount)
})

test('equipment search ignores the common part of company names and companies that are offline', async () => {
  const more = [...'甲乙丙丁戊己庚辛壬癸'].map((name) => ({
    id: `company-${name}`,
    type: 'company',
    title: `示例${name}有限公司`,
    views: 0,
  }))
  await seedRows(app, more)
  expect((await inSite('有限公司')).list).toEqual([])
  const { db } = app.services
  await db.updateTable('item').set({ status: 'offline' }).where('id', '=', 'CO002').execute()
  await db
    .updateTable('contentVersion')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .execute()
  expect((await inSite('长河应急')).totalCount).toBe(0)
})

test('site search finds dictionary values and regions by their labels and never by their codes', async () => {
  const everywhere = async (keyWord: string) =>
    (await app.get<SiteAnswer>(`/newapi/api/search?${new URLSearchParams({ keyWord, limit: '50' })}`)).data
  const titles = async (keyWord: string) => {
    const { list } = await everywhere(keyWord)
    return list.map(({ type, title }) => `${type} ${title}`)
  }
  const pumps = (await inSite('泵站 福建')).list.map(({ id }) => id)
  expect(pumps).toContain('EQ003A')
  expect(pumps).not.toContain('EQ003B')
  expect((await titles('日常监测预警')).some((found) => found.startsWith('demand '))).toBe(true)
  expect((await titles('城市内涝')).some((found) => found.startsWith('equipment '))).toBe(true)
  expect(await titles('AP18')).toEqual([])
  for (const word of ['日常监测预警', '城市内涝', '江苏'])
    for (const { snippet } of (await everywhere(word)).list) expect(snippet).not.toMatch(/\bAP\d\d\b/)
})
