// Tests directories: fixed lists, narrowed answers, statistics, profile charts, departments.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProfileChartAnswer } from '#server/content/actions/profile-chart.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { ONE_DATABASE } from '../../server/platform/database/each-database.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'

interface Company {
  readonly id: string
  readonly name: string
  readonly isKeynote: boolean
  readonly isCentral: boolean
  readonly keynoteZones: readonly string[]
  readonly contactPhone?: string
}

interface Statistic {
  readonly totalCount: number
  readonly groups: readonly {
    readonly field: string
    readonly items: readonly { readonly value: string; readonly label: string; readonly count: number }[]
  }[]
}

describe.each(ONE_DATABASE)('company and department directories on $name', (database) => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ database, samples: true })
  }, 60_000)
  afterAll(() => app.close())

  const read = async <T>(path: string): Promise<T> => {
    const { status, data, text } = await app.get<T>(`/newapi${path}`)
    expect(status, text).toBe(200)
    return data
  }

  test('contain at least 60 companies, and each fixed list returns only matching ones', async () => {
    expect((await read<Paged<Company>>('/company/getList')).totalCount).toBeGreaterThanOrEqual(60)
    const lists: readonly (readonly [string, (company: Company) => boolean])[] = [
      ['keynoteList', ({ isKeynote }) => isKeynote],
      ['keynoteListFxkh', ({ isKeynote, keynoteZones }) => isKeynote && keynoteZones.includes('flood')],
      ['keynoteListSlmh', ({ isKeynote, keynoteZones }) => isKeynote && keynoteZones.includes('forest')],
      ['centralList', ({ isCentral }) => isCentral],
    ]
    for (const [name, isRight] of lists) {
      const { list } = await read<Paged<Company>>(
        `/api/company/${name}?limit=50&isKeynote=false&isCentral=false`,
      )
      expect(list.length, name).toBeGreaterThan(2)
      expect(list.filter((company) => !isRight(company))).toEqual([])
    }
  })

  test('return only the fields of a narrowed answer, and no private field', async () => {
    const { list } = await read<Paged<Company>>('/company/getCompanyName?limit=3')
    for (const company of list)
      expect(Object.keys(company).sort()).toEqual(['id', 'name', 'shortName', 'title', 'type'])
    const id = list[0]?.id ?? ''
    const state = await read<object>(`/company/checkAuthenticationStatus?id=${id}`)
    expect(Object.keys(state).sort()).toEqual(['authStatus', 'id', 'name', 'title', 'type'])
    expect(await read<Company>(`/company/info/${id}`)).not.toHaveProperty('contactPhone')
  })

  test('count companies consistently by type and region, in total and within a province', async () => {
    const all = await read<Statistic>('/api/company/statistic')
    const sum = (of: Statistic, field: string) =>
      of.groups.find((group) => group.field === field)?.items.reduce((total, { count }) => total + count, 0)
    expect(sum(all, 'typesOfEnterprises')).toBe(all.totalCount)
    expect(sum(all, 'region')).toBe(all.totalCount)
    const province = all.groups.find(({ field }) => field === 'region')?.items[0]
    expect(province?.label).toMatch(/[\u4e00-\u9fff]/)
    const within = await read<Statistic>(`/api/company/statistic?provinceId=${province?.value}`)
    expect(within.totalCount).toBe(province?.count)
    expect(sum(within, 'typesOfEnterprises')).toBe(within.totalCount)
  })

  test('return the profile chart of a company with score and rank', async () => {
    const { list } = await read<Paged<Company & { employees: number }>>(
      '/company/getList?limit=50&sort=-employees',
    )
    const first = await read<ProfileChartAnswer>(`/company/getPortrait?id=${list[0]?.id}`)
    const employees = first.dimensions.find(({ field }) => field === 'employees')
    expect(employees).toMatchObject({ title: '职工人数', unit: '人', value: list[0]?.employees })
    expect(employees?.score).toBeGreaterThan(98)
    const { list: hottest, totalCount } = await read<Paged<Company>>('/company/getList?sort=-hot&limit=1')
    expect(await read<ProfileChartAnswer>(`/company/getPortrait?id=${hottest[0]?.id}`)).toMatchObject({
      rank: 1,
      total: totalCount,
    })
    expect((await app.get('/newapi/company/getPortrait?id=nothing')).status).toBe(404)
  })

  test('return the parents of a department and its direct children', async () => {
    const titles = async (path: string) =>
      (await read<readonly { title: string }[]>(path)).map(({ title }) => title)
    expect(await titles('/api/sysdepartment/getAllSuperDepts?id=FO011')).toEqual([
      '演示国家级消防救援机构',
      '演示甲消防救援总队',
      '演示甲总队第一支队',
    ])
    const { list } = await read<Paged<{ title: string }>>('/api/sysdepartment/querySubDept?parentId=FO010')
    expect(list.map(({ title }) => title)).toEqual(['演示甲总队第一支队', '演示甲总队第二支队'])
    expect(await read('/api/sysdepartment/getDept?id=FO010')).toMatchObject({ title: '演示甲消防救援总队' })
  })
})
