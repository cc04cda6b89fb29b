// Tests the submission period of a declaration: drafts and corrections at any time, submissions within it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import { validAnswers } from '../../../support/valid-answers.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

interface Declared {
  readonly id: string
  readonly status: string
  readonly revision: number
}

const TYPE = 'radioDeclaration'
let app: TestApp
let now = new Date('2025-12-31T15:59:00Z') // one minute to midnight in China
let period: { readonly from?: string; readonly until?: string } | undefined
beforeAll(async () => {
  app = await createTestApp({ clock: () => now })
  period = app.source.model.contentTypes.find(({ name }) => name === TYPE)?.period
}, 60_000)
afterAll(() => app.close())

function answers() {
  const form = app.source.model.forms.find(({ id }) => id === TYPE)
  if (!form) throw new Error(TYPE)
  const { attachments: _none, ...body } = validAnswers(createRandom(5), form, 0, undefined, now)
  return body
}
const handIn = async (more = '') => {
  const token = await app.signIn('punctual', 'unit')
  return app.post<Declared>(`/newapi/erdha/submit${more}`, answers(), { token })
}

test('a declaration is refused before the first day, except as a draft, and accepted from 00:00 on', async () => {
  expect(period).toEqual({ from: '2026-01-01', until: '2030-12-31' })
  expect((await handIn('?submit=false')).data).toMatchObject({ status: 'draft' })
  const early = await handIn()
  expect([early.status, early.msg]).toEqual([409, expect.stringContaining('自 2026-01-01 起受理')])
  now = new Date('2025-12-31T16:00:00Z')
  expect((await handIn()).data).toMatchObject({ status: 'submitted' })
})

test('after the last day a returned declaration is accepted again, and a new one is refused', async () => {
  const token = await app.signIn('punctual', 'unit')
  const get = async () => (await app.get<Declared>('/newapi/erdha/getInfo', { token })).data
  const { id } = await get()
  now = new Date('2030-12-31T16:00:00Z')
  const operator = await app.signIn('handler', 'operator')
  const back = await app.post(
    `/newapi/operator/${TYPE}/refuse`,
    { id, reason: '频率有误' },
    { token: operator },
  )
  expect(back.status, back.text).toBe(200)
  expect((await handIn()).data).toMatchObject({ id, status: 'submitted' })

  const late = await app.signIn('late', 'unit')
  const refused = await app.post('/newapi/erdha/submit', answers(), { token: late })
  expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('已于 2030-12-31 截止')])
})
