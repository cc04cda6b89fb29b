// Tests that views count once over all processes of one database.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { viewsOf } from '#server/content/content-lifecycle.ts'
import { createTestApp, DATABASE, type TestApp } from '../support/test-app.ts'

const HALF_AN_HOUR = 30 * 60_000

let now = new Date('2026-11-16T02:00:00Z')
let first: TestApp
/** Another process of the same database: it knows nothing of what the first one holds in memory. */
let second: TestApp
let id = ''

beforeAll(async () => {
  const opened = await DATABASE.open()
  const open = (drop: () => Promise<void>, samples: boolean) =>
    createTestApp({
      samples,
      clock: () => now,
      database: { ...DATABASE, open: async () => ({ ...opened, drop }) },
    })
  first = await open(opened.drop, true)
  second = await open(async () => {}, false)
  const { data } = await first.get<{ list: { id: string }[] }>('/newapi/demand/showlist?limit=1')
  id = data.list[0]?.id ?? ''
})
afterAll(async () => {
  await second.app.close()
  await first.close()
})

async function view(app: TestApp, options: { address?: string; token?: string }): Promise<void> {
  const { status } = await app.get(`/newapi/demand/view?id=${id}`, options)
  expect(status).toBe(200)
  await viewsOf(app.services).flush()
}

const stored = async () =>
  (
    await first.services.db
      .selectFrom('item')
      .select('viewCount')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).viewCount

test('a visitor whose calls reach two processes is counted once', async () => {
  const before = await stored()
  await view(first, { address: '10.0.0.1' })
  await view(second, { address: '10.0.0.1' })
  await view(second, { address: '10.0.0.2' })
  expect((await stored()) - before).toBe(2)
})

test('the visitor is counted again after half an hour', async () => {
  const before = await stored()
  now = new Date(now.getTime() + HALF_AN_HOUR)
  await view(second, { address: '10.0.0.1' })
  await view(first, { address: '10.0.0.1' })
  expect((await stored()) - before).toBe(1)
})

test('the history of a signed-in reader counts once too', async () => {
  const token = await first.signIn('u-reader', 'unit')
  await view(first, { token })
  await view(second, { token })
  const { times } = await first.services.db
    .selectFrom('viewRecord')
    .select('times')
    .where('userId', '=', 'u-reader')
    .where('itemId', '=', id)
    .executeTakeFirstOrThrow()
  expect(times).toBe(1)
})
