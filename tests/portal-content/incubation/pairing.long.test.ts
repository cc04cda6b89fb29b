// Tests simultaneous pairings for one demand: exactly one succeeds (INC-01).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { IS_LONG } from '../../support/long-run.ts'
import { buildStage, type Item, type Stage } from './cast.ts'

const RIVALS = IS_LONG ? 64 : 16

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await createTestApp()
  stage = await buildStage(app)
}, 120_000)
afterAll(() => app?.close())

test(`one of ${RIVALS} simultaneous pairings succeeds, the others get 409 and go to standby`, async () => {
  const demandId = await stage.published()
  const declared: string[] = []
  for (let at = 0; at < RIVALS; at += 1) {
    const token = await app.signIn(`maker${at}`, 'supplier')
    const body = await stage.answers(`maker${at}` as never, demandId)
    const { data, text } = await app.post<Item>('/newapi/incubate/declare', body, { token })
    expect(data?.status, text).toBe('submitted')
    declared.push(data.id)
  }
  const answers = await Promise.all(
    declared.map((id, at) => stage.post('incubate/declare/pair', { id }, at % 2 ? 'brigade' : 'host')),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const others = answers.filter(({ status }) => status !== 200)
  expect(new Set(others.map(({ status, msg }) => `${status} ${msg}`))).toEqual(
    new Set(['409 该孵化申报目前为“他方已结对”状态，不能办理“结对”']),
  )
  const items = await Promise.all(
    declared.map((id) => stage.read<Item>(`incubate/declare?id=${id}`, 'operator')),
  )
  const winners = items.filter(({ status }) => status === 'paired')
  expect(winners.map(({ id }) => id)).toEqual([declared[answers.findIndex(({ status }) => status === 200)]])
  expect(items.filter(({ status, pairId }) => status === 'standby' && !pairId)).toHaveLength(RIVALS - 1)
}, 180_000)
