// Tests that pages for search engines are unavailable, and not missing, while the database is.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ samples: true })
})
afterAll(() => app.close().catch(() => undefined))

test('shared pages are answered with 503 and a retry time while the database is out of reach', async () => {
  expect((await app.get('/share/demand')).status).toBe(200)
  expect((await app.get('/share/demand/nothing')).status).toBe(404)
  app.app.log.level = 'silent'
  await app.services.database.close()
  // Addresses that no answer is kept of.
  for (const path of ['/share/demand/another', '/share/demand?page=2', '/share/company'])
    expect(await app.get(path), path).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
})
