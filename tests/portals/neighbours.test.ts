// Tests the example portal of neighbours who share tools: its configuration, and repairs, which the tutorial leaves out.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFolder } from '#config/load/read-folder.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { seedWhenEmpty } from '#server/transfer/seed/seed-when-empty.ts'
import { createTestApp, type TestApp } from '../server/support/test-app.ts'
import { ROOT } from '../support/source-files.ts'

const NEIGHBOURHOOD = join(ROOT, 'tests', 'portals', 'neighbours')

interface Whole {
  readonly id: string
  readonly status: string
  readonly [field: string]: unknown
}

let app: TestApp
let editor: string
let member: string

beforeAll(async () => {
  app = await createTestApp({ root: NEIGHBOURHOOD })
  await seedWhenEmpty(app.services)
  editor = await app.signIn('master', 'editor')
  member = await app.signIn('neighbour', 'member')
}, 120_000)
afterAll(() => app?.close())

const read = async (path: string, token?: string) => (await app.get<Whole>(`/newapi/${path}`, { token })).data

test('the configuration of the portal is valid and causes no warnings', () => {
  const result = checkConfiguration(readFolder(NEIGHBOURHOOD))
  expect(result.ok ? result.warnings : result.problems).toEqual([])
})

describe('repair of a tool', () => {
  test('is assigned to a volunteer chosen in the dialog, and its cost is summed in the tool', async () => {
    const report = async (fault: string, cost: number) => {
      const { data } = await app.post<Whole>(
        '/newapi/repair/add',
        { tool: 'tool-1', fault },
        { token: member },
      )
      const step = (action: string, answers: object) =>
        app.post<Whole>(`/newapi/repair/${action}`, { id: data.id, ...answers }, { token: editor })
      const wrong = await step('assign', { volunteer: 'nobody' })
      expect(wrong.errors?.[0]?.path).toBe('/volunteer')
      expect((await step('assign', { volunteer: 'volunteer-1', opinion: '请先断电' })).status).toBe(200)
      expect((await step('finish', { cost })).status).toBe(200)
      return data.id
    }
    const id = await report('碳刷磨损，转速不稳', 35)
    await report('电源线破皮', 12.5)
    expect(await read('tool/info/tool-1')).toMatchObject({ repairCost: 47.5 })
    const whole = await read(`repair/info/${id}`, member)
    expect(whole).toMatchObject({ status: 'done', volunteerTitle: '老周', cost: 35 })
    expect(JSON.stringify(whole.history)).toContain('"refTitle":"老周"')
  })
})
