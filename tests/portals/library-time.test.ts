// Tests the time zone of a portal: days of the library begin two hours after those of the main portal.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toPortalCode } from '#server/configuration/portal-code.ts'
import { toSiteBlock } from '#server/publishing/portal/site-head.ts'
import { seedWhenEmpty } from '#server/transfer/seed/seed-when-empty.ts'
import { createTestApp, type TestApp } from '../server/support/test-app.ts'
import * as shelf from './library/handlers/shelf.ts'
import { LIBRARY } from './library.ts'

/** In the library the last of March, in China's usual time the first of April. */
const NOW = new Date('2026-03-31T17:00:00Z')

let app: TestApp
let reader: string

beforeAll(async () => {
  app = await createTestApp({
    root: LIBRARY,
    code: toPortalCode([{ file: 'shelf.ts', module: shelf }]),
    clock: () => NOW,
  })
  await seedWhenEmpty(app.services)
  reader = await app.signIn('borrower', 'reader')
})
afterAll(() => app?.close())

test.each([
  ['2026-03-31', 400],
  ['2026-04-01', 200],
])('a loan until %s, requested late in the evening, is answered with status %i', async (until, status) => {
  const asked = await app.post('/newapi/loan/add', { bookId: 'book-2', until }, { token: reader })
  expect(asked.status).toBe(status)
})

test('the loan statistic counts by months in the time zone of the library', async () => {
  const librarian = await app.signIn('keeper', 'librarian')
  const { data } = await app.get<unknown>('/newapi/loan/statistic', { token: librarian })
  expect(data).toMatchObject({ groups: [{ items: [{ value: '2026-03', count: 1, label: '2026年3月' }] }] })
})

test('the site block contains the time zone of the library', () => {
  const block = toSiteBlock(app.source.model, { demo: false, production: true, organiser: {} })
  expect(block.timeZone).toEqual({ name: 'Asia/Urumqi', minutes: 360 })
})
