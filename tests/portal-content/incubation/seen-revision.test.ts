// Tests that an audit of a demand is refused if it names an outdated revision.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { buildStage, DEMAND, type Name, type Stage } from './cast.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await createTestApp()
  stage = await buildStage(app)
}, 120_000)
afterAll(() => app?.close())

const info = (id: string, by: Name) => stage.read(`incubate/demands/info/${id}`, by)

/** By whoever applied for it, who may still mend what waits. */
async function mend(id: string) {
  const { revision } = await info(id, 'brigade')
  const { activityId, fireOrgId } = stage
  const title = stage.titleOf(id)
  const background = '申请人在审核期间改写的背景，审核的人还没有看到。'
  const body = { ...DEMAND, title, activityId, fireOrgId, background, id, revision }
  const done = await stage.post('incubate/demands/update', body, 'brigade')
  expect(done.status, done.text).toBe(200)
}

const decide = (demandId: string, more: object = {}) =>
  stage.post('incubate/demands/audit', { demandId, auditResult: '1', ...more }, 'host')

describe('POST /incubate/demands/audit', () => {
  test('refuses an outdated revision with 409 and accepts the current one', async () => {
    const id = await stage.demand()
    const { revision } = await info(id, 'host')
    await mend(id)
    const stale = await decide(id, { revision })
    expect([stale.status, stale.msg]).toEqual([409, '内容已有更新的版本，请核对后再提交'])
    expect(await info(id, 'host')).toMatchObject({ status: 'pending' })
    const { revision: latest } = await info(id, 'host')
    const done = await decide(id, { revision: latest })
    expect(done.status, done.text).toBe(200)
    expect(await info(id, 'host')).toMatchObject({ status: 'online' })
  })

  test('accepts a call without a revision and refuses a revision that is not a positive number', async () => {
    const id = await stage.demand()
    expect((await decide(id, { revision: 'latest' })).status).toBe(400)
    expect((await decide(id, { revision: 0 })).status).toBe(400)
    expect((await decide(id)).status).toBe(200)
  })
})
