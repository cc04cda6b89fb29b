// Tests scenes of equipment, and lists of companies and videos beside equipment, on the sample content.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Paged } from '#shared/calls/envelope.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'

type Item = Readonly<Record<string, unknown>> & { readonly id: string }
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ samples: true })
}, 120_000)
afterAll(() => app.close())

async function read(path: string): Promise<Paged<Item>> {
  const { status, data, text } = await app.get<Paged<Item>>(`/newapi${path}`)
  expect(status, text).toBe(200)
  return data
}
const idsOf = ({ list }: Paged<Item>) => list.map(({ id }) => id).sort()

test('scenes are filtered by one or more equipment ids and by company', async () => {
  expect(idsOf(await read('/resourceScene/getByResourceIds?resourceIds=EQ001A'))).toEqual(['SC001'])
  const several = await read('/resourceScene/getByResourceIds?resourceIds=EQ001A,EQ033A,nothing')
  expect(idsOf(several)).toEqual(['SC001', 'SC011'])
  const [first] = several.list.filter(({ id }) => id === 'SC001')
  expect(first?.resourceIdsTitle).toContain('垂直式供排水抢险车 SL-001A（示例）')
  // In the order of the ids, so that each leads to its own.
  const ids = (first?.resourceIds ?? []) as readonly string[]
  const titles = (first?.resourceIdsTitle ?? []) as readonly string[]
  expect(ids.length).toBeGreaterThan(1)
  for (const [place, id] of ids.entries()) {
    const { title } = (await app.get<Item>(`/newapi/api/avicResource/info/${id}`)).data
    expect(titles[place]).toBe(title)
  }
  expect(idsOf(await read('/resourceScene/getByCompanyId?companyId=CO001'))).toEqual(['SC001', 'SC002'])
  expect((await read('/resourceScene/getByCompanyId?companyId=nothing')).totalCount).toBe(0)
})

test('enterprises lists all companies, enterprisesFxkh only those of the zone flood', async () => {
  const all = await read('/api/avicResource/enterprises')
  expect(all.totalCount).toBe((await read('/company/getList')).totalCount)
  const flood = await read('/api/avicResource/enterprisesFxkh?limit=50&keynoteZones=forest')
  expect(flood.totalCount).toBeGreaterThan(0)
  expect(flood.totalCount).toBeLessThan(all.totalCount)
  for (const { keynoteZones } of flood.list) expect(keynoteZones).toContain('flood')
})

test('showVideoList lists all equipment videos, enterprisesVideo only those with a company', async () => {
  const all = await read('/api/avicResource/showVideoList')
  expect(all.totalCount).toBe((await read('/equipmentStyleVideo/showList')).totalCount)
  const ofCompanies = await read('/api/avicResource/enterprisesVideo?limit=50')
  expect(ofCompanies.totalCount).toBeGreaterThan(0)
  expect(ofCompanies.totalCount).toBeLessThan(all.totalCount)
  for (const { companyId } of ofCompanies.list) expect(companyId).toBeTruthy()
})
