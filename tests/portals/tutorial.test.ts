// Tests the portal that the tutorial of the guide builds: each step, and over HTTP what the reader has at the end.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import { deadlineTask } from '#server/content/workflow/deadlines.ts'
import { Scheduler } from '#server/platform/scheduler/scheduler.ts'
import { newPortal } from '../../scripts/lib/new-portal.ts'
import { createTestApp, type TestApp } from '../server/support/test-app.ts'
import { applyStep, isPart, TUTORIAL_STEPS } from '../support/guide.ts'
import { ROOT } from '../support/source-files.ts'

const NEIGHBOURS = join(ROOT, 'tests', 'portals', 'neighbours')
/** Files that the example portal continues: it shows repairs and volunteers too, and has samples. */
const CONTINUED = [
  'pages-config/home.json',
  'pages-config/menu.json',
  'pages-config/tool/detail.json',
  'schemas/content/event.json',
  'schemas/content/tool.json',
]

const parent = mkdtempSync(join(tmpdir(), 'equipnet-tutorial-'))
const folder = join(parent, 'neighbours')
const findings: string[][] = []
/** How many saves of each step leave the portal with a mistake, as a file is missing that comes later. */
const incomplete: number[] = []
let app: TestApp
let now = new Date('2030-03-01T01:00:00Z')

beforeAll(async () => {
  const made = newPortal(folder, '邻里工具坊')
  expect(made).not.toHaveProperty('refused')
  for (const step of TUTORIAL_STEPS) {
    const results = []
    for (const block of step) {
      applyStep(folder, [block])
      results.push(await loadConfiguration(folder))
    }
    incomplete.push(results.filter(({ ok }) => !ok).length)
    const result = results.at(-1) ?? (await loadConfiguration(folder))
    findings.push(
      (result.ok ? result.warnings : result.problems).map(({ file, message }) => `${file} ${message}`),
    )
  }
  app = await createTestApp({ root: folder, clock: () => now })
}, 120_000)
afterAll(async () => {
  await app?.close()
  rmSync(parent, { recursive: true, force: true })
})

interface Whole {
  readonly id: string
  readonly status: string
  readonly [field: string]: unknown
}

const tokens = new Map<string, string>()
async function as(name: string, role = 'member'): Promise<{ token: string }> {
  const token = tokens.get(name) ?? (await app.signIn(name, role))
  tokens.set(name, token)
  return { token }
}
const add = async (type: string, fields: object, name: string, role?: string) =>
  app.post<Whole>(`/newapi/${type}/add`, fields, await as(name, role))
const step = async (path: string, id: string, name: string, role?: string, answers: object = {}) =>
  app.post<Whole>(`/newapi/${path}`, { id, ...answers }, await as(name, role))
const read = async (path: string, name: string) =>
  (await app.get<Whole>(`/newapi/${path}`, await as(name))).data
const notices = async (name: string) =>
  (await app.get<{ list: { title: string }[] }>('/newapi/msgNotice/list', await as(name))).data.list.map(
    ({ title }) => title,
  )
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)

describe('steps of the tutorial', () => {
  test('have files to write after the first, and pass the check without a warning', () => {
    expect(TUTORIAL_STEPS.map((blocks) => blocks.length > 0)).toEqual([false, ...Array(7).fill(true)])
    expect(findings).toEqual(TUTORIAL_STEPS.map(() => []))
  })

  test('are in an order in which few saved files name one that is still missing', () => {
    expect(incomplete).toEqual([0, 2, 0, 1, 0, 0, 2, 4])
  })

  test('end with the files of the example portal', () => {
    const written = new Set(
      TUTORIAL_STEPS.flatMap((blocks) => blocks.map(({ info }) => info.replace(/^add /, ''))),
    )
    expect(written.size).toBeGreaterThan(20)
    const inExample = (path: string) => JSON.parse(readFileSync(join(NEIGHBOURS, path), 'utf8'))
    const inTutorial = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))
    const whole = (file: object) => JSON.stringify({ ...file, $schema: '' })
    for (const path of written) {
      if (CONTINUED.includes(path)) {
        const { $schema: _, ...part } = inTutorial(path)
        expect(isPart(part, inExample(path)), path).toBe(true)
      } else expect(whole(inExample(path)), path).toBe(whole(inTutorial(path)))
    }
  })
})

describe('loan of the tutorial', () => {
  const enter = async (title: string, price: number) =>
    (await add('tool', { title, longestLoan: 3, price }, 'keeper', 'editor')).data.id
  const book = (tool: string, from: number, to: number, name: string) =>
    add('loan', { tool, startsOn: inDays(from), endsOn: inDays(to) }, name)

  test('is refused on days that another loan takes, and for longer than the tool is lent', async () => {
    const tool = await enter('冲击钻', 300)
    const first = await book(tool, 1, 2, 'neighbour1')
    expect(first.status, first.text).toBe(200)
    const second = await book(tool, 2, 3, 'neighbour2')
    expect(second.status).toBe(400)
    expect(second.errors).toEqual([
      { path: '/startsOn', message: expect.stringMatching(new RegExp(`\\p{Script=Han}.*${inDays(1)}`, 'u')) },
    ])
    expect((await book(tool, 3, 7, 'neighbour2')).errors).toEqual([
      { path: '/endsOn', message: '归还日期不能晚于取用日期后 3 天（最长借期）' },
    ])
    await step('loan/cancel', first.data.id, 'neighbour1')
    expect((await book(tool, 2, 3, 'neighbour2')).status).toBe(200)
  })

  test('is limited to three for a neighbour', async () => {
    const tool = await enter('绿篱机', 450)
    for (const day of [1, 3, 5]) expect((await book(tool, day, day, 'neighbour3')).status).toBe(200)
    const fourth = await book(tool, 7, 7, 'neighbour3')
    expect(fourth.status).toBe(409)
    expect(fourth.msg).toBe('每人最多同时有 3 项工具借用，已达上限')
  })

  test('of a dear tool needs a second approval, that of another one does not', async () => {
    const [cheap, dear] = [await enter('手推车', 500), await enter('发电机', 2000)]
    const one = (await book(cheap, 1, 1, 'neighbour4')).data.id
    const two = (await book(dear, 1, 1, 'neighbour4')).data.id
    for (const id of [one, two]) await step('loan/approve', id, 'keeper', 'editor')
    expect(await read(`loan/info/${one}`, 'neighbour4')).toMatchObject({ status: 'booked', price: 500 })
    expect(await read(`loan/info/${two}`, 'neighbour4')).toMatchObject({ status: 'checked' })
    expect((await step('loan/approve', two, 'keeper')).status).toBeGreaterThanOrEqual(400)
    await as('chief', 'head')
    const record = async () => {
      const { history } = await read(`loan/info/${two}`, 'chief')
      return (history as readonly { title: string; by: string }[]).map(({ title, by }) => [title, by])
    }
    expect(await record()).toEqual([['初审通过', '用户 keeper']])
    expect((await step('loan/approve', two, 'chief', 'head')).status).toBe(200)
    expect(await record()).toEqual([
      ['复审通过', '用户 chief'],
      ['初审通过', '用户 keeper'],
    ])
    expect(await read(`loan/info/${two}`, 'neighbour4')).toMatchObject({ status: 'booked' })
  })

  test('is counted in the tool, reminds its owner a day before its end and is overdue after it', async () => {
    const tool = await enter('高压清洗机', 400)
    const { id } = (await book(tool, 1, 2, 'neighbour5')).data
    await step('loan/approve', id, 'keeper', 'editor')
    expect(await read(`tool/info/${tool}`, 'neighbour5')).toMatchObject({ lentOut: 0 })
    await step('loan/handOut', id, 'keeper')
    expect(await read(`tool/info/${tool}`, 'neighbour5')).toMatchObject({ lentOut: 1 })
    const pass = async (days: number) => {
      now = new Date(now.getTime() + days * 86_400_000)
      tokens.clear()
      await new Scheduler(app.services, [deadlineTask]).runDue()
    }
    await pass(1)
    expect(await notices('neighbour5')).toEqual(['“高压清洗机”还有 1 天应归还'])
    await pass(2)
    expect(await read(`loan/info/${id}`, 'neighbour5')).toMatchObject({ status: 'overdue' })
    expect(await notices('neighbour5')).toContain('“高压清洗机”逾期未还')
    await step('loan/giveBack', id, 'keeper', 'editor')
    expect(await read(`tool/info/${tool}`, 'neighbour5')).toMatchObject({ lentOut: 1 })
  })
})

describe('event of the tutorial', () => {
  test('of 64 sign-ups at the same time takes as many as it has places, and moves up one who waits', async () => {
    const startsAt = new Date(now.getTime() + 86_400_000).toISOString()
    const event = (await add('event', { title: '周末修灯会', startsAt, places: 20 }, 'keeper', 'editor')).data
    const people = Array.from({ length: 64 }, (_, index) => `guest${index}`)
    for (const name of people) await as(name)
    const answers = await Promise.all(
      people.map(async (name) => ({
        name,
        ...(await add('signUp', { event: event.id, phone: '13800001111' }, name)).data,
      })),
    )
    const of = (state: string) => answers.filter(({ status }) => status === state)
    expect([of('confirmed').length, of('waiting').length]).toEqual([20, 44])
    const counts = () => read(`event/info/${event.id}`, 'guest0')
    expect(await counts()).toMatchObject({ places: 20, taken: 20, queued: 44, free: 0 })
    const again = await add('signUp', { event: event.id, phone: '13800001111' }, 'guest0')
    expect(again.status).toBeGreaterThanOrEqual(400)
    const [goer] = of('confirmed')
    await step('signUp/cancel', goer?.id ?? '', goer?.name ?? '')
    expect(await counts()).toMatchObject({ taken: 20, queued: 43 })
    const waited = await Promise.all(
      of('waiting').map(async ({ id, name }) => ({ name, ...(await read(`signUp/info/${id}`, name)) })),
    )
    const moved = waited.filter(({ status }) => status === 'confirmed')
    expect(moved).toHaveLength(1)
    expect(await notices(moved[0]?.name ?? '')).toEqual(['报名成功'])
  })
})
