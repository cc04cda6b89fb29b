// Tests computed fields: values, sorting, filters, refused in bodies.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { evaluate } from '#shared/expressions/expression.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { NOTE, NOTE_FILE, smallFiles } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const COMPUTED = {
  total: { title: '合计', unit: '元', value: { times: ['item.budget', 1.5] }, sort: true, filter: true },
  daysLeft: { title: '剩余', unit: '天', value: { days: ['today', 'item.day'] }, sort: true, filter: true },
  dueOn: { title: '到期', value: { day: 'item.day', later: 30 }, sort: true, filter: true },
} as const

interface Note {
  readonly id: string
  readonly title: string
  readonly total: number | null
  readonly daysLeft: number | null
  readonly dueOn: string | null
}

const today = dayAt(Date.now())
const inDays = (days: number): string => dayAt(Date.now() + days * 86_400_000)

describe.each(ONE_DATABASE)('computed fields on $name', (database) => {
  let app: TestApp
  let token: string

  const list = async (query = ''): Promise<readonly Note[]> => {
    const answer = await app.get<{ list: readonly Note[] }>(`/newapi/note/list?limit=50&${query}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.data.list
  }
  const titles = async (query: string) => (await list(query)).map(({ title }) => title)

  beforeAll(async () => {
    const files = await smallFiles()
    files.set(NOTE_FILE, JSON.stringify({ ...NOTE, computed: COMPUTED }, null, 2))
    const result = checkConfiguration(files)
    if (!result.ok)
      throw new Error(result.problems.map(({ file, message }) => `${file} ${message}`).join('\n'))
    app = await createTestApp({ model: result.model, database })
    token = await app.signIn('writer')
    for (const body of [
      { title: '近的', budget: 10, day: inDays(3) },
      { title: '远的', budget: 2.5, day: inDays(40) },
      { title: '过去的', budget: 100, day: inDays(-2) },
      { title: '空的' },
    ]) {
      const added = await app.post('/newapi/note/add', body, { token })
      expect(added.status, added.text).toBe(200)
    }
  }, 240_000)
  afterAll(() => app?.close())

  test('have the same values in a list, in the item and in the evaluation of the browser', async () => {
    const rows = await list()
    const near = rows.find(({ title }) => title === '近的')
    expect(near).toMatchObject({ total: 15, daysLeft: 3, dueOn: inDays(33) })
    expect(rows.find(({ title }) => title === '空的')).toMatchObject({
      total: null,
      daysLeft: null,
      dueOn: null,
    })
    const whole = await app.get<Note>(`/newapi/note/info/${near?.id}`)
    expect(whole.data).toMatchObject({ total: 15, daysLeft: 3 })
    const item = { title: '近的', budget: 10, day: inDays(3) }
    for (const name of ['total', 'daysLeft', 'dueOn'] as const)
      expect(near?.[name]).toBe(evaluate(COMPUTED[name].value, { item, today }))
  })

  test.each([
    ['total', ['远的', '近的', '过去的', '空的']],
    ['-total', ['过去的', '近的', '远的', '空的']],
    ['daysLeft', ['过去的', '近的', '远的', '空的']],
    ['-dueOn', ['远的', '近的', '过去的', '空的']],
  ])('sort a list by %s', async (sort, expected) => {
    expect(await titles(`sort=${sort}`)).toEqual(expected)
  })

  test.each([
    ['totalFrom=10', ['近的', '过去的']],
    ['totalTo=14.9', ['远的']],
    ['daysLeftFrom=0&daysLeftTo=7', ['近的']],
    [`dueOnFrom=${inDays(60)}`, ['远的']],
  ])('filter a list by %s', async (query, expected) => {
    expect(new Set(await titles(query))).toEqual(new Set(expected))
  })

  test('are refused in a submitted body', async () => {
    const refused = await app.post('/newapi/note/add', { title: '假的', total: 1 }, { token })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('total')
  })
})
