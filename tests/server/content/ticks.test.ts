// Provides that a tick which is asked for is asked for as such, and by no draft.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../support/test-app.ts'

const SAVE = '/newapi/araecvReport/save'

let app: TestApp
let token: string | undefined
beforeAll(async () => {
  app = await createTestApp()
  token = await app.signIn('volunteer', 'ordinary')
}, 60_000)
afterAll(() => app?.close())

test('a draft is kept without it; handing in says to tick it', async () => {
  const body = { realName: '志愿者', commit: false }
  const kept = await app.post(`${SAVE}?submit=false`, body, { token })
  expect(kept.data, kept.text).toMatchObject({ status: 'draft' })
  const refused = await app.post(SAVE, body, { token })
  expect(refused.status).toBe(400)
  expect(refused.errors).toContainEqual({ path: '/commit', message: '请勾选承诺遵守管理规定' })
  const odd = await app.post(`${SAVE}?submit=false`, { ...body, commit: 'maybe' }, { token })
  expect(odd.status).toBe(400)
})
