// Tests a portal that counts, of neighbours who share tools, over HTTP: lending, repairs, events with places.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFolder } from '#config/load/read-folder.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { seedWhenEmpty } from '#server/transfer/seed/seed-when-empty.ts'
import { createTestApp, type TestApp } from '../server/support/test-app.ts'
import { ROOT } from '../support/source-files.ts'

const NEIGHBOURHOOD = join(ROOT, 'tests', 'portals', 'neighbours')
const NEIGHBOURS = Array.from({ length: 24 }, (_, index) => `neighbour${index}`)

interface Whole {
  readonly id: string
  readonly status: string
  readonly [field: string]: unknown
}

let app: TestApp
let editor: string
const tokens = new Map<string, string>()

beforeAll(async () => {
  app = await createTestApp({ root: NEIGHBOURHOOD })
  await seedWhenEmpty(app.services)
  editor = await app.signIn('master', 'editor')
  for (const name of NEIGHBOURS) tokens.set(name, await app.signIn(name, 'member'))
}, 120_000)
afterAll(() => app?.close())

const by = (name: string) => ({ token: tokens.get(name) })
const read = async (path: string, token?: string) => (await app.get<Whole>(`/newapi/${path}`, { token })).data
const daysFromNow = (days: number) =>
  new Date(app.services.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10)

test('the configuration of the portal is valid and causes no warnings', () => {
  const result = checkConfiguration(readFolder(NEIGHBOURHOOD))
  expect(result.ok ? result.warnings : result.problems).toEqual([])
})

describe('lending of a tool', () => {
  const book = (name: string, tool: string, from: number, to: number) =>
    app.post<Whole>(
      '/newapi/loan/add',
      { tool, startsOn: daysFromNow(from), endsOn: daysFromNow(to) },
      by(name),
    )

  test('is refused on days that somebody else has booked, and free again after a cancellation', async () => {
    const first = await book('neighbour0', 'tool-1', 2, 4)
    expect(first.status, first.text).toBe(200)
    const second = await book('neighbour1', 'tool-1', 4, 5)
    expect(second.status).toBeGreaterThanOrEqual(400)
    expect(second.text).toContain(daysFromNow(2))
    expect((await book('neighbour1', 'tool-1', 5, 6)).status).toBe(200)
    expect((await app.post('/newapi/loan/cancel', { id: first.data.id }, by('neighbour0'))).status).toBe(200)
    expect((await book('neighbour1', 'tool-1', 3, 4)).status).toBe(200)
  })

  test('is refused for longer than the tool is lent', async () => {
    const long = await book('neighbour4', 'tool-3', 20, 23)
    expect(long.status).toBe(400)
    expect(long.errors?.[0]).toMatchObject({ path: '/endsOn' })
    expect((await book('neighbour4', 'tool-3', 20, 22)).status).toBe(200)
  })

  test('is limited to three open loans a neighbour', async () => {
    const days = [10, 13, 16].map((from) => book('neighbour2', 'tool-2', from, from + 1))
    for (const { status, text } of await Promise.all(days)) expect(status, text).toBe(200)
    const fourth = await book('neighbour2', 'tool-3', 10, 11)
    expect(fourth.status).toBeGreaterThanOrEqual(400)
    expect(fourth.text).toContain('3')
  })

  test('counts in the tool once it is handed out, and lists sort by it', async () => {
    const { data } = await book('neighbour3', 'tool-3', 1, 2)
    await app.post('/newapi/loan/handOut', { id: data.id }, { token: editor })
    expect(await read('tool/info/tool-3')).toMatchObject({ lentOut: 1 })
    const { data: sorted } = await app.get<{ list: Whole[] }>('/newapi/tool/list?sort=-lentOut')
    expect(sorted.list[0]?.id).toBe('tool-3')
  })
})

describe('repair of a tool', () => {
  test('is assigned to a volunteer chosen in the dialog, and its cost is summed in the tool', async () => {
    const report = async (fault: string, cost: number) => {
      const { data } = await app.post<Whole>(
        '/newapi/repair/add',
        { tool: 'tool-1', fault },
        by('neighbour0'),
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
    const whole = await read(`repair/info/${id}`, tokens.get('neighbour0'))
    expect(whole).toMatchObject({ status: 'done', volunteerTitle: '老周', cost: 35 })
    expect(JSON.stringify(whole.history)).toContain('"refTitle":"老周"')
  })
})

describe('event with places', () => {
  test('takes as many as it has places, queues the others, and moves up who has waited longest', async () => {
    const join = (name: string) =>
      app.post<Whole>('/newapi/signUp/add', { event: 'event-1', phone: '13800001111' }, by(name))
    const answers = await Promise.all(NEIGHBOURS.map(join))
    const ofState = (state: string) => answers.filter(({ data }) => data?.status === state)
    expect([ofState('confirmed').length, ofState('waiting').length]).toEqual([20, 4])
    expect(await read('event/info/event-1')).toMatchObject({ taken: 20, queued: 4, free: 0 })
    const [going] = ofState('confirmed')
    const goer = NEIGHBOURS[answers.indexOf(going as (typeof answers)[number])] ?? ''
    expect((await app.post('/newapi/signUp/cancel', { id: going?.data.id }, by(goer))).status).toBe(200)
    expect(await read('event/info/event-1')).toMatchObject({ taken: 20, queued: 3 })
    const waited = await Promise.all(
      ofState('waiting').map(async ({ data }) => {
        const name = NEIGHBOURS[answers.findIndex((answer) => answer.data?.id === data.id)] ?? ''
        return { name, ...(await read(`signUp/info/${data.id}`, tokens.get(name))) }
      }),
    )
    const moved = waited.filter(({ status }) => status === 'confirmed')
    expect(moved).toHaveLength(1)
    const notices = await app.get<{ list: { content: string }[] }>(
      '/newapi/msgNotice/list',
      by(moved[0]?.name ?? ''),
    )
    expect(notices.data.list[0]?.content).toContain('周末修灯会')
  })
})
