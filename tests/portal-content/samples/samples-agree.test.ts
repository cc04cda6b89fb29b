// Tests that the samples of this portal agree about owners, prices, applications and regions.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import areas from '#server/platform/areas/areas.json' with { type: 'json' }
import { ROOT } from '../../server/support/small-configuration.ts'

type Row = Record<string, unknown>
const json = <T>(path: string) => JSON.parse(readFileSync(join(ROOT, 'schemas', path), 'utf8')) as T
const FILES = readdirSync(join(ROOT, 'schemas/samples')).filter((name) => name.endsWith('.json'))
const SAMPLES = new Map(
  FILES.map((name) => [basename(name, '.json'), json<{ items: Row[] }>(`samples/${name}`).items] as const),
)
const of = (type: string) => SAMPLES.get(type) ?? []
const ALL = [...SAMPLES].flatMap(([type, rows]) => rows.map((row, at) => ({ type, at, row })))
const text = (row: Row, field: string) => (typeof row[field] === 'string' ? (row[field] as string) : '')
const list = (value: unknown) => [value ?? []].flat().map(String)
const byId = (type: string) => new Map(of(type).map((row) => [text(row, '_id'), row]))
const EQUIPMENT = byId('equipment')
const COMPANIES = byId('company')
/** In units of ten thousand yuan. */
const priceOf = (row: Row) =>
  typeof row.price === 'number' ? (row.priceType === '1' ? row.price / 10_000 : row.price) : undefined

describe('owners of samples', () => {
  interface Roles {
    readonly roles: Record<string, { readonly demo?: readonly { readonly answers?: Row }[] }>
  }
  const demo = Object.entries(json<Roles>('roles.json').roles).flatMap(([role, { demo = [] }]) =>
    demo.flatMap(({ answers }, at) => {
      const entry = of('company').find(({ uscc }) => uscc !== undefined && uscc === answers?.uscc)
      return entry ? [[`demo-${role}${at ? `-${at + 1}` : ''}`, text(entry, '_id')] as const] : []
    }),
  )
  const named = of('company').flatMap((row) =>
    row._account === undefined ? [] : [[text(row, '_account'), text(row, '_id')] as const],
  )
  const companyOf = new Map([...demo, ...named])

  test('each account belongs to one company', () => {
    expect(companyOf.size).toBe(demo.length + named.length)
    expect(new Set(companyOf.values()).size).toBe(companyOf.size)
    expect(companyOf.get('demo-supplier')).toBe('CO001')
  })

  test('each sample with a company and an owner belongs to an account of that company', () => {
    const wrong = ALL.filter(
      ({ type, row }) => type !== 'company' && row.companyId !== undefined && row._owner !== undefined,
    ).filter(({ row }) => companyOf.get(text(row, '_owner')) !== row.companyId)
    expect(wrong.map(({ type, row }) => `${type} ${row._id}`)).toEqual([])
    expect(of('equipment').every(({ companyId, _owner }) => companyId && _owner)).toBe(true)
  })

  test('an intention names the company and the owner of its equipment as seller', () => {
    for (const row of of('intention')) {
      const item = EQUIPMENT.get(text(row, 'resourceId')) ?? {}
      expect(row).toMatchObject({
        resourceName: item.name,
        equipmentType: item.equipmentType,
        intentSellerDeptId: item.companyId,
        intentSellerId: item._owner,
        intentUserId: row._owner,
      })
      expect(row._owner).not.toBe(item._owner)
    }
    const received = of('intention').filter(({ intentSellerId }) => intentSellerId === 'demo-supplier')
    expect(new Set(received.map(({ _status }) => _status)).size).toBeGreaterThanOrEqual(5)
  })

  test('a scheme belongs to the company in its title and answers a demand of another owner', () => {
    const demands = byId('demand')
    for (const row of of('demandScheme')) {
      const company = COMPANIES.get(companyOf.get(text(row, '_owner')) ?? '')
      expect(text(company ?? {}, 'name').slice(0, 4)).toBe(text(row, 'title').slice(0, 4))
      expect([row.title, demands.get(text(row, 'demandId'))?._owner]).not.toEqual([row.title, row._owner])
    }
  })
})

describe('prices of samples', () => {
  test('a price inquiry lies within 15 % of the reference price of its equipment', () => {
    const prices = of('priceInquiry').map((row) => {
      const item = EQUIPMENT.get(text(row, 'resourceId'))
      const [low, high] = [Number(row.priceMin), Number(row.priceMax)]
      const middle = (item && priceOf(item)) ?? (low + high) / 2
      return {
        id: row._id,
        item: item?.name === row.name,
        fits: low >= middle * 0.85 && high <= middle * 1.15,
      }
    })
    expect(prices.filter(({ item, fits }) => !item || !fits)).toEqual([])
    const both = of('priceInquiry').filter(
      (row) => EQUIPMENT.get(text(row, 'resourceId'))?.price !== undefined,
    )
    expect(both.length).toBeGreaterThan(40)
  })

  test('prices of one type differ by less than a factor of 2, and prices in yuan are under 10 000', () => {
    for (const type of new Set(of('equipment').map(({ equipmentType }) => equipmentType))) {
      const rows = of('equipment').filter(({ equipmentType }) => equipmentType === type)
      const asked = of('priceInquiry').filter(
        ({ resourceId }) => EQUIPMENT.get(String(resourceId))?.equipmentType === type,
      )
      const known = [
        ...rows.flatMap((row) => priceOf(row) ?? []),
        ...asked.flatMap(({ priceMin, priceMax }) => [Number(priceMin), Number(priceMax)]),
      ]
      expect([type, Math.max(...known) / Math.min(...known) < 2]).toEqual([type, true])
      for (const row of rows)
        if (typeof row.price === 'number')
          expect([row._id, row.priceType, row.price < 10_000]).toEqual([row._id, row.priceType, true])
    }
  })

  test.each([
    ['E001', 100, 500],
    ['E003', 15, 120],
    ['E005', 1, 20],
    ['E027', 0.05, 1],
    ['E031', 80, 400],
    ['E045', 0.02, 1],
    ['E048', 0.1, 2],
    ['E054', 0.8, 4],
  ])('equipment of type %s costs between %d and %d × 10 000 yuan', (type, low, high) => {
    const known = of('equipment').flatMap((row) => (row.equipmentType === type ? (priceOf(row) ?? []) : []))
    expect(known.length).toBeGreaterThan(1)
    for (const price of known) expect(price > low && price < high).toBe(true)
  })

  test('the expected price of an intention lies within 30 % of the price of its equipment', () => {
    for (const row of of('intention')) {
      const asked = of('priceInquiry').find(({ resourceId }) => resourceId === row.resourceId)
      const price =
        priceOf(EQUIPMENT.get(text(row, 'resourceId')) ?? {}) ?? Number(asked?.priceMax ?? Number.NaN)
      if (row.expectPrice === undefined || Number.isNaN(price)) continue
      expect([row.resourceId, Math.abs(Number(row.expectPrice) / price - 1) < 0.3]).toEqual([
        row.resourceId,
        true,
      ])
    }
  })
})

describe('applications of samples', () => {
  const label = new Map(
    json<{ items: { value: string; label: string }[] }>('dictionaries/application.json').items.map(
      ({ value, label }) => [value, label],
    ),
  )
  const labels = (value: unknown) => list(value).map((one) => label.get(one) ?? one)
  interface Family {
    readonly title: string
    readonly parent?: string
    readonly description?: string
  }
  const family = (name: string) => json<Family>(`parameters/equipment/${name}.json`)
  const TYPES = [...new Set(of('equipment').map(({ equipmentType }) => String(equipmentType)))].sort()
  /** What a description says, and one of the applications that it calls for. */
  const WORDS: readonly (readonly [RegExp, ...string[]])[] = [
    [/城市内涝|城区积水|地下车库|地铁口/, '城市内涝'],
    [/农田排涝|河道|洪|堤/, '防汛抗旱'],
    [/水域|落水|水下|江河湖泊/, '水域救援'],
    [/堰塞湖/, '地质灾害救援'],
    [/林火|林区|次生林|草原|余火|山地串联输水|林缘/, '森林草原防灭火'],
    [/废墟|压埋|建筑倒塌|缝隙/, '地震救援'],
    [/冰|雪|防冻结|公路、城市/, '低温雨雪冰冻'],
    [/高层|建筑火灾|浓烟|火场|大跨度空间火灾/, '建筑火灾'],
    [/石化|危化|有毒/, '石油化工与危化品'],
    [/隧道|竖井|涵洞/, '矿山与隧道'],
    [/山岳/, '山岳救援'],
    [/交通事故/, '道路交通事故'],
    [/通信|语音|音视频回传|指挥部|文字指挥/, '应急指挥通信'],
    [/安置/, '受灾群众安置'],
    [/急救|医院/, '医疗救护'],
  ]
  /** By category of the first level, one of these. */
  const CATEGORY: Readonly<Record<string, readonly string[]>> = {
    C02: ['应急指挥通信'],
    C04: ['防汛抗旱', '城市内涝', '水域救援'],
    C05: ['建筑火灾', '石油化工与危化品', '森林草原防灭火'],
    C06: ['森林草原防灭火'],
    C07: ['地震救援', '山岳救援', '道路交通事故'],
  }

  test.each(TYPES)('equipment of type %s has the applications that its type describes', (type) => {
    const { description = '', parent = '' } = family(type)
    const rows = of('equipment').filter(({ equipmentType }) => equipmentType === type)
    const called = WORDS.filter(([words]) => words.test(description))
    for (const row of rows) {
      const told = labels(row.application)
      for (const [, ...one] of called) expect(told).toEqual(expect.arrayContaining(one))
      const some = CATEGORY[parent.slice(0, 3)]
      if (some) expect(some.some((one) => told.includes(one))).toBe(true)
      // Daily monitoring is what instruments are for.
      if (!parent.startsWith('C01')) expect(told).not.toContain('日常监测预警')
    }
    expect(new Set(rows.map(({ application }) => JSON.stringify(application))).size).toBe(1)
  })

  test('a demand for a type has an application of that type', () => {
    const applications = new Map(TYPES.map((type) => [family(type).title, ofType(type)]))
    const wrong = of('demand').flatMap((row) => {
      const type = [...applications.keys()].find((title) => text(row, 'title').includes(title))
      return type && !applications.get(type)?.includes(text(row, 'application')) ? [row.title] : []
    })
    expect(wrong).toEqual([])
  })
  const ofType = (type: string) =>
    list(of('equipment').find(({ equipmentType }) => equipmentType === type)?.application)

  test('a scene has an application of its first equipment', () => {
    const wrong = of('resourceScene').flatMap((row) => {
      const [first = ''] = list(row.resourceIds)
      return list(EQUIPMENT.get(first)?.application).includes(text(row, 'application')) ? [] : [row.title]
    })
    expect(wrong).toEqual([])
  })
})

describe('regions of samples', () => {
  /** Fields that name a place, or somebody who sits at one. */
  const PLACES = [
    'title',
    'name',
    'purchaser',
    'deliveryPlace',
    'openPlace',
    'address',
    'issuer',
    'unit',
    'team',
  ]
  const names = Object.entries(areas.names).filter(([code]) => code.length <= 4)
  /** Without what kind of area it is: 北京, 内蒙古, 哈尔滨. */
  const CITIES = names.flatMap(([code, name]) => {
    const short = name.replace(/(?:市|省|地区|盟|特别行政区|(?:壮族|回族|维吾尔)?自治区)$/, '')
    return /市辖区|^县$|直辖|自治/.test(name) && short === name ? [] : [[short, code] as const]
  })
  const regionOf = (row: Row) => text(row, 'region')
  const placed = ALL.filter(({ row }) => regionOf(row) !== '')

  test('a city that a sample names lies in the region of the sample', () => {
    let seen = 0
    const wrong = placed.flatMap(({ type, row }) =>
      PLACES.flatMap((field) => {
        const value = text(row, field)
        const at = CITIES.filter(
          ([short]) =>
            value.startsWith(short) && /^(?:市|省|应急|（示例）|公共资源)/.test(value.slice(short.length)),
        ).map(([, code]) => code)
        if (at.length === 0) return []
        seen += 1
        const region = regionOf(row)
        return at.some((code) => region.startsWith(code)) ? [] : [`${type} ${value} ${region}`]
      }),
    )
    expect(wrong).toEqual([])
    expect(seen).toBeGreaterThan(400)
  })

  test('no address of a company begins with an administrative level instead of a city', () => {
    expect(of('company').filter(({ address }) => /^(?:市辖区|县)/.test(String(address)))).toEqual([])
  })

  test('an organization that several samples name lies in one province', () => {
    const WHO = ['purchaser', 'issuer', 'unit', 'team', 'workUnit', 'supplier']
    const seats = new Map<string, Set<string>>()
    for (const { name, region } of of('company'))
      seats.set(String(name), new Set([String(region).slice(0, 2)]))
    for (const { name, region } of of('department'))
      if (region) seats.set(String(name), new Set([String(region).slice(0, 2)]))
    for (const { type, row } of placed)
      for (const field of WHO) {
        const who = text(row, field).replace(/（示例采购人）$/, '')
        // A demand's unit is one of measure.
        if (who === '' || (type === 'demand' && field === 'unit')) continue
        seats.set(who, (seats.get(who) ?? new Set()).add(regionOf(row).slice(0, 2)))
      }
    expect([...seats].filter(([, { size }]) => size > 1).map(([who, at]) => [who, ...at])).toEqual([])
  })

  test('equipment has the region of its company', () => {
    const wrong = of('equipment').filter(
      ({ companyId, region }) => COMPANIES.get(String(companyId))?.region !== region,
    )
    expect(wrong.map(({ _id }) => _id)).toEqual([])
  })
})
