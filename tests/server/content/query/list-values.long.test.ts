// Tests that list filters refuse invalid values: of a dictionary, a region, a number, a date, or a
// yes or no. Generated over all lists of content, by what their fields hold (API-06).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isInAudience } from '#shared/access/roles.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { IS_LONG } from '../../../support/long-run.ts'
import { model } from '../../../support/portal-model.ts'
import { askerAs, ROLES } from '../../../support/roles.ts'
import { atLeast } from '../../../support/test-portal.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const WRONG: Readonly<Partial<Record<Field['type'], readonly string[]>>> = {
  dict: ['no-such-value', '%E4%B8%8D%E5%AD%98%E5%9C%A8'],
  'dict-list': ['no-such-value'],
  region: ['999999', '1', 'beijing'],
  number: ['abc', '1e999'],
  integer: ['abc'],
  date: ['2026-02-30', 'yesterday', '20260101'],
  'date-time': ['2026-13-01', 'soon'],
  boolean: ['maybe'],
}
const RANGED: ReadonlySet<Field['type']> = new Set(['number', 'integer', 'date', 'date-time'])

/** Parameter, title and wrong values of each filter that the list declares. */
function filtersOf({ content, params }: Operation): [string, string, readonly string[]][] {
  const type = model.contentTypes.find(({ name }) => name === content?.type)
  if (!type) return []
  const byName = new Map(type.fields.map((field) => [field.name, field]))
  return Object.keys(params.properties as object).flatMap((name): [string, string, readonly string[]][] => {
    const ranged = byName.get(name.replace(/(From|To)$/, ''))
    const field =
      ranged && RANGED.has(ranged.type) ? ranged : byName.get(type.parameters[name]?.field ?? name)
    if (!field || type.parameters[name]?.match === 'name') return []
    return [[name, field.title, WRONG[field.type] ?? []]]
  })
}

const lists = model.operations.filter(
  ({ content }) =>
    content?.action === 'list' || content?.action === 'manage' || content?.action === 'statistic',
)

describe('list filters', () => {
  let app: TestApp
  /** Operators read most lists; others are asked by somebody who may. */
  const tokens = new Map<string, string>()
  beforeAll(async () => {
    app = await createTestApp()
    for (const role of ['operator', ...ROLES]) tokens.set(role, await app.signIn(`asker-${role}`, role))
  })
  afterAll(() => app.close())

  const refused = async (path: string, name: string, value: string) => {
    const access = model.operations.find((operation) => operation.path === path)?.access ?? []
    const role = [...tokens.keys()].find((one) => isInAudience(askerAs(one, 'x'), access)) ?? ''
    const token = tokens.get(role)
    const { status, code, errors } = await app.get(`${path}?${name}=${value}&limit=1`, { token })
    expect([`${path}?${name}=${value}`, status, code]).toEqual([`${path}?${name}=${value}`, 400, 40003])
    expect(errors?.map((error) => error.path)).toEqual([`/${name}`])
    expect(errors?.[0]?.message).toMatch(/[\u4e00-\u9fff]/)
    return errors?.[0]?.message ?? ''
  }

  test('are declared more than 150 times, by more than 50 lists', () => {
    const filters = lists.flatMap(filtersOf)
    expect(lists.length).toBeGreaterThan(atLeast(100, 50))
    expect(filters.filter(([, , values]) => values.length > 0).length).toBeGreaterThan(atLeast(300, 150))
  })

  test('refuse invalid values with code 40003 and name the parameter', async () => {
    let turn = 0
    for (const list of lists)
      for (const [name, , values] of filtersOf(list)) {
        turn += 1
        // In everyday runs each is asked with one of them.
        const given = IS_LONG ? values : values.slice(turn % Math.max(1, values.length)).slice(0, 1)
        for (const value of given) await refused(list.path, name, value)
      }
  }, 240_000)

  test('name the codes of the dictionary in a refusal, and accept each of these codes', async () => {
    const message = await refused('/newapi/demand/list', 'demandType', 'X9')
    expect(message).toMatch(/^需求类型没有“X9”这个值，可用的有 .*1/)
    const values = model.dictionaries
      .find(({ name }) => name === 'demandType')
      ?.items.map(({ value }) => value)
    const ask = (value: string) => app.get(`/newapi/demand/list?demandType=${value}`)
    for (const value of values ?? []) expect((await ask(value)).status).toBe(200)
    expect((await ask(String(values?.slice(0, 2)))).status).toBe(200)
    expect((await ask(`${values?.[0]},X9`)).status).toBe(400)
    for (const nothing of ['', 'null', 'undefined']) expect((await ask(nothing)).status).toBe(200)
  })

  test.each([
    ['/newapi/api/publication/list', 'dataType'],
    ['/newapi/api/publication/list', 'status'],
    ['/newapi/api/moderation/queue', 'dataType'],
    ['/newapi/api/collect/list', 'dataType'],
    ['/newapi/api/search', 'type'],
    ['/newapi/operator/user/list', 'role'],
    ['/newapi/operator/user/list', 'status'],
    ['/newapi/operator/application/list', 'role'],
    ['/newapi/operator/application/list', 'status'],
    ['/newapi/operator/comment/list', 'dataType'],
    ['/newapi/operator/comment/list', 'status'],
  ])('%s refuses a value of %s outside its dictionary', async (path, name) => {
    expect(await refused(path, name, 'no-such-value')).toMatch(/^(业务类型|状态|用户类型|内容类型|类别)没有“/)
  })

  test.each([
    ['/newapi/operator/audit/list', 'atFrom', '2026-02-30'],
    ['/newapi/operator/audit/list', 'result', 'maybe'],
    ['/newapi/operator/user/list', 'black', 'maybe'],
    ['/newapi/api/search', 'order', 'oldest'],
  ])('%s refuses the invalid filter %s=%s', async (path, name, value) => {
    await refused(path, name, value)
  })
  test('/newapi/operator/audit/list refuses a start date after the end date and names both', async () => {
    expect(await refused('/newapi/operator/audit/list', 'atFrom', '2026-02-02&atTo=2026-02-01')).toBe(
      '操作时间的起始日期 2026-02-02 晚于结束日期 2026-02-01，请对调或改早起始日期',
    )
  })
})
