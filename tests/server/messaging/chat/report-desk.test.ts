// Tests the review of reported chat messages: list, one decision with a reason, audit, notices.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

interface Entry {
  readonly id: string
  readonly content: string
  readonly settlement: string
  readonly decision: string | null
}

let app: TestApp
const tokens = new Map<string, string>()
const as = (name: string) => ({ token: tokens.get(name) ?? '' })
const list = async (query = '') =>
  (
    await app.get<{ list: readonly Entry[]; totalCount: number }>(
      `/newapi/operator/chatReport/list${query}`,
      as('second'),
    )
  ).data
const settle = (how: 'uphold' | 'dismiss', id: string, reason: string, who = 'second') =>
  app.post(`/newapi/operator/chatReport/${how}`, { id, reason }, as(who))

beforeAll(async () => {
  app = await createTestApp()
  for (const name of ['first', 'second']) tokens.set(name, await app.signIn(name, 'operator'))
  for (const name of ['one', 'two']) tokens.set(name, await app.signIn(name))
  tokens.set('auditor', await app.signIn('auditor', 'auditor'))
  const say = (from: string, toId: string, content: string) =>
    app.post('/messageInfo/sendmessage', { toId, content, clientId: randomUUID() }, as(from))
  await say('first', 'one', '您好')
  await say('first', 'one', '加我微信转账')
  await say('first', 'two', '别的话')
  const report = (from: string, userId: string, seq: number) =>
    app.post('/messageInfo/reportMessage', { userId, seq, reason: '1', content: '像是诈骗' }, as(from))
  for (const [from, seq] of [
    ['one', 2],
    ['two', 1],
  ] as const)
    expect((await report(from, 'first', seq)).status).toBe(200)
})
afterAll(() => app.close())

test('reporting a chat message with an unknown reason is refused at the field reason', async () => {
  for (const reason of ['zzz', '__proto__', '']) {
    const body = { userId: 'first', seq: 1, reason, content: '看看' }
    const { status, text } = await app.post('/messageInfo/reportMessage', body, as('one'))
    expect([reason, status]).toEqual([reason, 400])
    expect(JSON.parse(text).errors).toMatchObject([{ path: '/reason' }])
  }
})

test('the list of chat reports shows operators and auditors the reported messages only', async () => {
  const { list: entries, totalCount } = await list()
  expect(totalCount).toBe(2)
  expect(entries.map(({ content }) => content).sort()).toEqual(['别的话', '加我微信转账'])
  expect(JSON.stringify(entries)).not.toContain('您好')
  expect((await list('?keyWord=微信')).totalCount).toBe(1)
  expect((await list('?settlement=1')).totalCount).toBe(0)
  const info = await app.get<Entry>(`/newapi/operator/chatReport/info/${entries[0]?.id}`, as('auditor'))
  expect(info.data).toMatchObject({ settlement: '0', decision: null })
  expect((await app.get('/newapi/operator/chatReport/list', as('one'))).status).toBe(403)
})

test('a chat report is decided once, with a reason, by an uninvolved operator, and audited', async () => {
  const { list: entries } = await list('?keyWord=微信')
  const id = entries[0]?.id ?? ''
  expect((await settle('uphold', id, '   ')).status).toBe(400)
  expect((await settle('uphold', id, '属实', 'auditor')).status).toBe(403)
  expect((await settle('uphold', id, '自己说的', 'first')).status).not.toBe(200)
  const both = await Promise.all([settle('uphold', id, '确为诈骗话术'), settle('dismiss', id, '不算')])
  expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  const [entry] = (await list('?keyWord=微信')).list
  expect(['1', '2']).toContain(entry?.settlement)
  expect(['确为诈骗话术', '不算']).toContain(entry?.decision)
  expect((await settle('dismiss', 'not-there', '没有')).status).toBe(404)
  const logged = await app.services.db
    .selectFrom('audit')
    .select(['actor', 'target', 'detail'])
    .where('action', 'like', 'chatReport.%')
    .where('result', '=', 'ok')
    .execute()
  expect(logged).toMatchObject([{ actor: 'second', target: 'first', detail: { reason: entry?.decision } }])
  expect((await list('?settlement=0')).totalCount).toBe(1)
})

const told = async (who: string) =>
  (
    await app.get<{ list: readonly { title: string; content: string; linkUrl: string | null }[] }>(
      '/newapi/msgNotice/getMsgNoticeInfo',
      as(who),
    )
  ).data.list

test('the reporter is notified of each decision, the writer of the message only of an upheld report', async () => {
  const before = (await told('first')).length
  const id = (await list('?settlement=0')).list[0]?.id ?? ''
  expect((await settle('dismiss', id, '正常业务沟通')).status).toBe(200)
  const [notice] = await told('two')
  expect(notice?.title).toContain('举报')
  expect(notice?.content).toContain('不属实')
  expect(notice?.content).toContain('正常业务沟通')
  expect(notice?.linkUrl).toContain('first')
  expect(await told('first')).toHaveLength(before)

  const body = { toId: 'two', content: '转账到私人账户', clientId: randomUUID() }
  const sent = await app.post<{ seq: number }>('/messageInfo/sendmessage', body, as('first'))
  const report = { userId: 'first', seq: sent.data.seq, reason: '1' }
  expect((await app.post('/messageInfo/reportMessage', report, as('two'))).status).toBe(200)
  const again = (await list('?settlement=0')).list[0]?.id ?? ''
  expect((await settle('uphold', again, '诱导私下转账')).status).toBe(200)
  expect((await told('two'))[0]?.content).toContain('经核实属实')
  const [warning] = await told('first')
  expect(warning?.content).toContain('转账到私人账户')
  expect(warning?.content).toContain('诱导私下转账')
  expect(JSON.stringify(warning)).not.toContain('two')
})
