// Tests a required checkbox: not demanded in a draft, demanded at submission.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const SAVE = '/newapi/araecvReport/save'

let app: TestApp
let token: string | undefined
beforeAll(async () => {
  app = await createTestApp()
  token = await app.signIn('volunteer', 'ordinary')
}, 60_000)
afterAll(() => app?.close())

test('a required checkbox may be empty in a draft and is demanded at submission', async () => {
  const body = { realName: '志愿者', commit: false }
  const kept = await app.post(`${SAVE}?submit=false`, body, { token })
  expect(kept.data, kept.text).toMatchObject({ status: 'draft' })
  const refused = await app.post(SAVE, body, { token })
  expect(refused.status).toBe(400)
  expect(refused.errors).toContainEqual({ path: '/commit', message: '请勾选承诺遵守管理规定' })
  const odd = await app.post(`${SAVE}?submit=false`, { ...body, commit: 'maybe' }, { token })
  expect(odd.status).toBe(400)
})
