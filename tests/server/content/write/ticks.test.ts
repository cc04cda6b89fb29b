// Tests a required checkbox: not demanded in a draft, demanded at submission.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildStage, PLEDGE, pledgeModel, type Stage } from '../../support/pledges.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const SAVE = '/newapi/pledge/save'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await createTestApp({ model: pledgeModel() })
  stage = await buildStage(app)
}, 60_000)
afterAll(() => app?.close())

test('a required checkbox may be empty in a draft and is demanded at submission', async () => {
  const body = { ...PLEDGE, demandId: stage.demandId, commit: false }
  const by = stage.as('maker')
  const kept = await app.post(`${SAVE}?submit=false`, body, by)
  expect(kept.data, kept.text).toMatchObject({ status: 'draft' })
  const refused = await app.post(SAVE, body, by)
  expect(refused.status).toBe(400)
  expect(refused.errors).toContainEqual({ path: '/commit', message: '请勾选承诺遵守管理规定' })
  const odd = await app.post(`${SAVE}?submit=false`, { ...body, commit: 'maybe' }, by)
  expect(odd.status).toBe(400)
})
