// Tests the comparison of equipment: units, best values, missing values, access, stars.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CompareAnswer } from '#server/content/actions/compare.ts'
import type { StarsAnswer } from '#server/content/actions/stars.ts'
import type { Parametered, ParameterTypes } from '#shared/generated/parameters.ts'
import { ROOT } from '../../server/support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { model } from '../../support/portal-model.ts'

let app: TestApp
const CALL = '/newapi/api/avicResource'

beforeAll(async () => {
  app = await createTestApp({ samples: true })
}, 120_000)
afterAll(() => app.close())

const compare = (ids: readonly string[]) =>
  app.get<CompareAnswer>(`${CALL}/compareResParam?ids=${ids.join()}`)

interface Parameter {
  readonly title: string
  readonly 'x-unit'?: string
  readonly 'x-better'?: 'high' | 'low'
}

/** As written in the file, not as compiled. */
function writtenSet(id: string): Record<string, Parameter> {
  const text = readFileSync(join(ROOT, `schemas/parameters/equipment/${id}.json`), 'utf8')
  const { groups } = JSON.parse(text) as { groups: readonly { fields: Record<string, Parameter> }[] }
  return Object.assign({}, ...groups.map(({ fields }) => fields))
}

type TypeId = keyof ParameterTypes['equipment']
type Sample = Parametered<'equipment'> & { readonly _id: string }

interface WrittenSample {
  readonly _id: string
  readonly equipmentType: TypeId
  readonly params: object
}

/** The checker has judged the samples by the sets that the types are made from. */
const samples = (model.samples.equipment as unknown as readonly WrittenSample[]).map(
  ({ _id, equipmentType: category, params }) => ({ _id, category, params }) as Sample,
)
const types = [...new Set(samples.map(({ category }) => category))]
const heldBy = ({ params }: Sample, key: string): unknown =>
  (params as Readonly<Record<string, unknown>>)[key]

/** The places of the best values, reckoned anew from the text of the rule. */
function bestOf(values: readonly unknown[], better: 'high' | 'low' | undefined): number[] {
  const numbers = values.filter((value): value is number => typeof value === 'number')
  if (!better || numbers.length < 2 || new Set(numbers).size === 1) return []
  const best = [...numbers].sort((a, b) => (better === 'high' ? b - a : a - b))[0]
  return values.flatMap((value, place) => (value === best ? [place] : []))
}

describe('comparison of four samples of an equipment type', () => {
  test('covers 54 types with at least five samples each', () => {
    expect(types).toHaveLength(54)
    for (const type of types)
      expect(samples.filter(({ category }) => category === type).length, type).toBeGreaterThanOrEqual(5)
  })

  test.each(types)(
    'has all parameters of %s with unit, values and best values, and null for missing values',
    async (type) => {
      const four = samples.filter(({ category }) => category === type).slice(1, 5)
      const written = writtenSet(type)
      const { data } = await compare(four.map(({ _id }) => _id))
      expect(data.items.map(({ id }) => id)).toEqual(four.map(({ _id }) => _id))
      expect(data.rows.map(({ key }) => key).sort()).toEqual(Object.keys(written).sort())
      for (const { key, name, unit, values, bestIndex } of data.rows) {
        const rule = written[key] as Parameter
        const known = four.map((one) => heldBy(one, key) ?? null)
        expect([key, name, unit, values]).toEqual([key, rule.title, rule['x-unit'] ?? null, known])
        expect([key, bestIndex]).toEqual([key, bestOf(known, rule['x-better'])])
      }
    },
  )
})

describe('comparison of equipment', () => {
  const idsOf = (type: TypeId) => samples.filter(({ category }) => category === type).map(({ _id }) => _id)

  test('refuses more than four items', async () => {
    const answer = await compare(idsOf('E001'))
    expect(answer.status).toBe(400)
    expect(answer.errors?.[0]?.message).toBe('最多同时比对 4 项')
  })

  test('refuses items without common parameters and names them', async () => {
    const [truck, tent] = [idsOf('E001')[0], idsOf('E053')[0]]
    const answer = await compare([String(truck), String(tent)])
    expect(answer.status).toBe(400)
    expect(answer.errors?.[0]?.message).toContain('垂直式供排水抢险车')
    expect(answer.errors?.[0]?.message).toContain('救灾单帐篷')
  })

  test('refuses an empty list and leaves out an unknown item', async () => {
    expect((await compare([])).status).toBe(400)
    const { data } = await compare([String(idsOf('E001')[0]), 'no-such-item'])
    expect(data.items).toHaveLength(1)
  })

  test('lists the common parameters of two types of one class first', async () => {
    const { data } = await compare([String(idsOf('E001')[0]), String(idsOf('E002')[0])])
    const keys = data.rows.map(({ key }) => key)
    expect(keys.slice(0, 3)).toEqual(['flow', 'head', 'remote'])
    for (const row of data.rows.slice(3))
      expect(row.values.filter((value) => value !== null).length).toBeLessThan(2)
  })

  test('leaves out an item that is not public', async () => {
    const [first, second] = idsOf('E010') as [string, string]
    const token = await app.signIn('boss-of-compare', 'operator')
    await app.get(`${CALL}/offline?id=${second}`, { token })
    const { data } = await compare([first, second])
    expect(data.items.map(({ id }) => id)).toEqual([first])
  })

  test('returns stars by rank among all items of the type, with the formula', async () => {
    const four = idsOf('E001').slice(0, 4)
    const { data } = await app.get<StarsAnswer>(`${CALL}/compareStar?ids=${four.join()}`)
    expect(data.formula).toContain('1 + 4 ×')
    expect(data.stars.map(({ resourceId }) => resourceId)).toEqual(four)
    const all = samples.flatMap((one) => (one.category === 'E001' ? [one] : []))
    const written = writtenSet('E001')
    for (const { resourceId, dimensions } of data.stars) {
      const own = all.find(({ _id }) => _id === resourceId)
      const shares = (['hose', 'gvw'] as const).flatMap((key) => {
        const better = written[key]?.['x-better']
        const value = own?.params[key]
        if (!better || typeof value !== 'number') return []
        const others = all
          .map(({ params }) => params[key])
          .filter((one): one is number => typeof one === 'number')
        const worse = others.filter((one) => (better === 'high' ? one < value : one > value)).length
        return [(worse + others.filter((one) => one === value).length / 2) / others.length]
      })
      const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
      const expected = shares.length ? Math.round((1 + 4 * mean) * 2) / 2 : null
      expect(dimensions.find(({ name }) => name === '尺寸与质量')?.star).toBe(expected)
    }
  })
})
