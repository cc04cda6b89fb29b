// Tests equipment outside of its own pages: zones, price inquiries, tracked items.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Paged } from '#shared/calls/envelope.ts'
import { fillParams } from '#shared/expressions/placeholder.ts'
import type { Manifest } from '#shared/model/manifest.ts'
import type { Section } from '#shared/model/page-model.ts'
import type { ZonePage } from '#shared/model/pages/zone.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'

type Item = Readonly<Record<string, unknown>> & { readonly id: string }
const ZONES = [
  'central',
  'drone',
  'flood',
  'forest',
  'international',
  'local',
  'radio',
  'rain-snow',
  'robot',
] as const

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ samples: true })
}, 120_000)
afterAll(() => app.close())

async function read(path: string, params: Readonly<Record<string, unknown>> = {}): Promise<Paged<Item>> {
  const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))
  const { status, data, text } = await app.get<Paged<Item>>(`${path}?${query}`)
  expect(status, text).toBe(200)
  return data
}

function zoneOf(id: string): ZonePage {
  const page = app.source.model.pages.find((one) => one.id === id)
  if (page?.kind !== 'zone') throw new Error(`no zone ${id}`)
  return page
}

const readSection = ({ source }: Section, page: ZonePage) =>
  read(source?.path ?? '', fillParams(source?.params ?? {}, { zone: { category: page.category } }))

describe.each(ZONES)('the zone %s', (zone) => {
  test('shows equipment, and its link 更多 leads to a list of the same length', async () => {
    const page = zoneOf(`zones/${zone}`)
    const section = page.sections.find(({ content }) => content?.type === 'equipment')
    if (!section) throw new Error('the zone shows no equipment')
    const shown = await readSection(section, page)
    expect(shown.list.length).toBeGreaterThan(0)
    expect(section.more?.page).toBe('equipment/query')
    const more = await read('/newapi/api/avicResource/resource/index', section.more?.params)
    expect(more.totalCount).toBe(shown.totalCount)
    expect(more.totalCount).toBeLessThan(270)
  })

  test('shows companies in each of its company sections', async () => {
    const page = zoneOf(`zones/${zone}`)
    for (const section of page.sections.filter(
      ({ content }) => content?.type === 'company' && content.columns.summary,
    ))
      expect((await readSection(section, page)).list.length, section.title).toBeGreaterThan(0)
  })
})

test('the zone pages use the equipment operations that the specification names', () => {
  const used = ZONES.flatMap((zone) => zoneOf(`zones/${zone}`).sections.map(({ source }) => source?.path))
  for (const name of ['indexList', 'resourceByDeptId', 'enterprises', 'enterprisesFxkh', 'enterprisesVideo'])
    expect(used).toContain(`/newapi/api/avicResource/${name}`)
})

test('price inquiries and tracked items of an equipment are listed by its id and refer to it', async () => {
  const prices = await read('/newapi/priceInquiry/list', { resourceId: 'EQ001A' })
  expect(prices.list).toMatchObject([
    { resourceId: 'EQ001A', resourceIdTitle: '垂直式供排水抢险车 SL-001A（示例）' },
  ])
  const tracked = await read('/newapi/tailAfter/list', { resourceIds: 'EQ001A' })
  expect(tracked.list).toMatchObject([{ title: '垂直式供排水抢险车新型号研发跟踪' }])
  expect(tracked.list[0]?.resourceIds).toContain('EQ001A')
})

test('the manifest names the key figures of equipment for preloading on pages that draw them', async () => {
  const { pages } = JSON.parse((await app.get('/config/manifest.json')).text) as Manifest
  const figures = '/config/figures/equipment.json'
  const countReads = (id: string) =>
    pages.find((page) => page.id === id)?.preload.filter(({ path }) => path === figures).length
  expect(['equipment/query', 'zones/flood', 'demand/more'].map(countReads)).toEqual([1, 1, 0])
  expect((await app.get(figures)).status).toBe(200)
})
