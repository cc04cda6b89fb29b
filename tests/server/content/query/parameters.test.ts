// Tests the category parameters of items: validation, storage, change of category, lists, key figures.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkVessels } from '../../../config/parameter-case.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
let token: string

beforeAll(async () => {
  const result = await checkVessels()
  if (!result.ok) throw new Error('the configuration has mistakes')
  app = await createTestApp({ model: result.model })
  token = await app.signIn('potter', 'unit')
})
afterAll(() => app.close())

interface Kit {
  readonly id: string
  readonly revision: number
  readonly group: string
  readonly params: Readonly<Record<string, unknown>>
}

const add = (body: object) => app.post<Kit>('/newapi/kit/add', body, { token })

async function made(body: object): Promise<Kit> {
  const { data } = await add(body)
  return (await app.get<Kit>(`/newapi/kit/info/${data.id}`, { token })).data
}

describe('category parameters', () => {
  test('are stored, and the parent category is set', async () => {
    const kit = await made({ title: '青瓷壶', kind: 'jug', params: { volume: 2.5, shape: '圆', lid: true } })
    expect(kit).toMatchObject({ group: 'V1', params: { volume: 2.5, shape: '圆', lid: true } })
  })

  test.each([
    ['one that is required', { kind: 'jug', params: { shape: '圆' } }, '/params/volume', '请填写容积'],
    ['one too large', { kind: 'jug', params: { volume: 9 } }, '/params/volume', '5'],
    ['one of another category', { kind: 'cup', params: { maker: '官窑' } }, '/params/maker', 'maker'],
    ['one that is no choice', { kind: 'cup', params: { shape: '方' } }, '/params/shape', '形状'],
    ['a text for a number', { kind: 'cup', params: { volume: '很多' } }, '/params/volume', '数字'],
    ['any without a category', { params: { volume: 2 } }, '/kind', '种类'],
    ['any of a category that is not there', { kind: 'vat', params: { volume: 2 } }, '/kind', '种类'],
  ])('are refused with an error at the field: %s', async (_, body, path, said) => {
    const answer = (await add({ title: '青瓷器', ...body })) as unknown as {
      errors?: readonly { path: string; message: string }[]
    }
    const error = answer.errors?.find((one) => one.path === path)
    expect(error?.message, JSON.stringify(answer.errors)).toContain(said)
  })

  test('are replaced when the category changes, and those of the former category are refused', async () => {
    const { id, revision } = await made({
      title: '变了的器皿',
      kind: 'jug',
      params: { volume: 3, maker: '官窑' },
    })
    const change = { id, revision, title: '变了的器皿', kind: 'cup' }
    const wrong = await app.post(
      '/newapi/kit/update',
      { ...change, params: { volume: 3, maker: '官窑' } },
      { token },
    )
    expect(wrong.status).toBe(400)
    const right = await app.post('/newapi/kit/update', { ...change, params: { volume: 300 } }, { token })
    expect(right.status).toBe(200)
    const { data } = await app.get<Kit>(`/newapi/kit/info/${id}`, { token })
    expect(data.params).toEqual({ volume: 300 })
  })

  test('let a list filter by a category of any level', async () => {
    const idsOf = async (kind: string) => {
      const { data } = await app.get<{ list: Kit[] }>(`/newapi/kit/list?kind=${kind}&limit=50`)
      return data.list.map(({ id }) => id)
    }
    const cup = await made({ title: '列表中的杯', kind: 'cup', params: { volume: 200 } })
    const jug = await made({ title: '列表中的壶', kind: 'jug', params: { volume: 2 } })
    expect(await idsOf('V1')).toEqual(expect.arrayContaining([cup.id, jug.id]))
    expect(await idsOf('cup')).toContain(cup.id)
    expect(await idsOf('cup')).not.toContain(jug.id)
    expect((await app.get('/newapi/kit/list?kind=V9')).status).toBe(400)
  })

  test('are served as key figures of each leaf category with their units (/config/figures)', async () => {
    const { statusCode, body } = await app.app.inject('/config/figures/vessel.json')
    expect(statusCode).toBe(200)
    const figures = JSON.parse(body) as Record<string, { name: string; title: string; unit?: string }[]>
    expect(figures.cup?.[0]).toEqual({ name: 'volume', title: '杯容积', type: 'number', unit: 'mL' })
    expect(figures.V1).toBeUndefined()
    expect((await app.app.inject('/config/figures/nothing.json')).statusCode).toBe(404)
  })

  test('of a parent category are served by /config/sets/<family>/<category>.json', async () => {
    const { statusCode, body } = await app.app.inject('/config/sets/vessel/V1.json')
    expect(statusCode).toBe(200)
    expect(JSON.parse(body).fields.map(({ name }: { name: string }) => name)).toEqual([
      'volume',
      'shape',
      'warm',
    ])
  })
})
