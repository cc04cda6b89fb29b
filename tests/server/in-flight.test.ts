// Tests identical calls sent at once by one account without a key: one item, one answer for both; what is
// sent again later, by somebody else, or otherwise, is written as well.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAll } from './support/sign-in-all.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

let app: TestApp
const tokens: Record<string, string> = {}
beforeAll(async () => {
  app = await createTestApp()
  Object.assign(tokens, await signInAll(app, { writer: 'unit', other: 'supplier' }))
})
afterAll(() => app?.close())

type Made = { readonly id: string }
const FEEDBACK = { content: '列表中的日期与原文不一致，请核对。' }
const send = (more: object, by: 'writer' | 'other' = 'writer', headers = {}) =>
  app.post<Made>(
    '/newapi/api/mobile/avicfeedback/save',
    { ...FEEDBACK, ...more },
    { token: tokens[by], headers },
  )
const idsOf = (
  answers: readonly { readonly status: number; readonly data: Made; readonly text: string }[],
) => {
  for (const { status, text } of answers) expect(status, text).toBe(200)
  return new Set(answers.map(({ data }) => data.id))
}
const stored = async (title: string) => {
  const { length } = await app.services.db
    .selectFrom('item')
    .select('id')
    .where('type', '=', 'feedback')
    .where('title', '=', title)
    .execute()
  return length
}

test('identical calls sent at once by one account create one item and return its id to all', async () => {
  const title = '同时提交两次的反馈'
  expect(idsOf(await Promise.all([1, 2, 3, 4].map(() => send({ title })))).size).toBe(1)
  expect(await stored(title)).toBe(1)
})

test('an identical call sent after the first one has ended creates a second item', async () => {
  const title = '先后提交两次的反馈'
  expect(idsOf([await send({ title }), await send({ title })]).size).toBe(2)
})

test.each([
  ['other words', { title: '同时提交的另一反馈', contact: '请回电' }, 'writer', {}],
  ['somebody else', { title: '同时提交的另一反馈' }, 'other', {}],
  ['a key of its own', { title: '同时提交的另一反馈' }, 'writer', { 'idempotency-key': 'another' }],
] as const)(
  'a simultaneous call that differs by %s creates a second item',
  async (_name, more, by, headers) => {
    const both = await Promise.all([send({ title: '同时提交的另一反馈' }), send(more, by, headers)])
    expect(idsOf(both).size).toBe(2)
  },
)

test('identical calls with invalid values are all refused, and a corrected call succeeds', async () => {
  const both = await Promise.all([send({ title: '短' }), send({ title: '短' })])
  expect(both.map(({ status }) => status)).toEqual([400, 400])
  expect((await send({ title: '改好之后再提交的反馈' })).status).toBe(200)
})
