// Tests lifecycle timers that transitions start and stop, and records that transitions create.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deadlineTask } from '#server/content/workflow/deadlines.ts'
import { Scheduler } from '#server/platform/scheduler/scheduler.ts'
import { modelWith, PERMIT } from '../../../support/loan.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
let app: TestApp
let now = new Date('2026-12-01T01:00:00Z')
const tokens = new Map<string, string>()

beforeAll(async () => {
  app = await createTestApp({ model: modelWith(PERMIT), clock: () => now })
}, 60_000)
afterAll(() => app?.close())

async function pass(milliseconds: number) {
  now = new Date(now.getTime() + milliseconds)
  for (const [name, role] of [
    ['farmer', 'ordinary'],
    ['keeper', 'operator'],
    ['chief', 'government'],
  ] as const)
    tokens.set(name, await app.signIn(name, role))
}
beforeEach(() => pass(HOUR))

const as = (name: string) => ({ token: tokens.get(name) })
const statusOf = async (id: string) =>
  (await app.get<{ status: string }>(`/newapi/permit/info/${id}`, as('farmer'))).data.status
const step = (verb: string, id: string, by: string) => app.get(`/newapi/permit/${verb}?id=${id}`, as(by))
const sendBack = (id: string) => app.post('/newapi/permit/return', { id, reason: '请补充风力' }, as('keeper'))
const cards = async (id: string) =>
  (
    await app.get<{ list: readonly Record<string, unknown>[] }>(
      `/newapi/permitCard/list?permitId=${id}&status=carded`,
      as('farmer'),
    )
  ).data.list

async function handedIn(more: object = {}): Promise<string> {
  const body = { title: '秋收后清理田坎', place: '示例村东坡', ...more }
  const { data, text } = await app.post<{ id: string }>('/newapi/permit/add', body, as('farmer'))
  expect(data?.id, text).toBeTruthy()
  expect((await step('submit', data.id, 'farmer')).status).toBe(200)
  return data.id
}

async function look() {
  const scheduler = new Scheduler(app.services, [deadlineTask], {
    onError: (_task, error) => {
      throw error
    },
  })
  now = new Date(now.getTime() + 61_000)
  await scheduler.runDue()
}

describe('lifecycle timer', () => {
  test('expires after five days without a transition', async () => {
    const id = await handedIn()
    await pass(4 * DAY)
    await look()
    expect(await statusOf(id)).toBe('examined')
    await pass(DAY)
    await look()
    expect(await statusOf(id)).toBe('overdue')
  })

  test('pauses while the item waits for its owner, and resumes at submission', async () => {
    const id = await handedIn()
    await pass(3 * DAY)
    await sendBack(id)
    await pass(30 * DAY)
    await look()
    expect(await statusOf(id)).toBe('amended')
    await step('submit', id, 'farmer')
    await pass(DAY)
    await look()
    // Four days of five, whatever the calendar says.
    expect(await statusOf(id)).toBe('examined')
    await pass(DAY)
    await look()
    expect(await statusOf(id)).toBe('overdue')
  })

  test('restarts at a transition that resets the timer', async () => {
    const id = await handedIn()
    await pass(4 * DAY)
    await step('issue', id, 'keeper')
    await step('reopen', id, 'keeper')
    await pass(4 * DAY)
    await look()
    expect(await statusOf(id)).toBe('examined')
    await pass(DAY)
    await look()
    expect(await statusOf(id)).toBe('overdue')
  })

  test('executes the transition once when two processes run in parallel', async () => {
    const id = await handedIn()
    await pass(6 * DAY)
    await Promise.all([look(), look()])
    const steps = await app.services.db
      .selectFrom('transitionLog')
      .select('action')
      .where('itemId', '=', id)
      .where('toStatus', '=', 'overdue')
      .execute()
    expect(steps).toHaveLength(1)
  })
})

describe('record that a transition creates', () => {
  test('has fields of the item and the owner of the item', async () => {
    const id = await handedIn({ wind: 3 })
    expect(await cards(id)).toEqual([])
    expect((await step('issue', id, 'keeper')).status).toBe(200)
    expect(await cards(id)).toMatchObject([
      {
        title: '秋收后清理田坎',
        place: '示例村东坡',
        wind: 3,
        permitId: id,
        issuedOn: now.toISOString().slice(0, 10),
        grade: '一般',
        ownerId: 'farmer',
        status: 'carded',
      },
    ])
  })

  test('is created once although the transition is executed twice', async () => {
    const id = await handedIn()
    await step('issue', id, 'keeper')
    await step('reopen', id, 'keeper')
    expect((await step('issue', id, 'keeper')).status).toBe(200)
    expect(await cards(id)).toHaveLength(1)
  })

  test('is not created by a refused transition, and refuses the transition when its content is invalid', async () => {
    const id = await handedIn()
    expect((await step('issue', id, 'farmer')).status).toBe(403)
    expect(await cards(id)).toEqual([])
    // What an earlier rule let in and the type of the record does not take.
    const { db } = app.services
    const { body } = await db.selectFrom('item').select('body').where('id', '=', id).executeTakeFirstOrThrow()
    await db
      .updateTable('item')
      .set({ body: { ...body, wind: 40 } })
      .where('id', '=', id)
      .execute()
    const answer = await step('issue', id, 'keeper')
    expect(answer.status).toBe(409)
    expect(answer.msg).toMatch(/须新建用火许可证，内容却不合要求：.*风力/)
    expect(await statusOf(id)).toBe('examined')
    expect(await cards(id)).toEqual([])
  })

  test('is created once when two calls execute the transition in parallel', async () => {
    const id = await handedIn()
    await Promise.all([step('issue', id, 'keeper'), step('issue', id, 'keeper')])
    expect(await cards(id)).toHaveLength(1)
  })
})
