// Tests readable audit entries: titles, names and labels instead of keys and ids.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerAs } from '../../identity/accounts/support/registering.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

interface Entry {
  readonly action: string
  readonly target: string | null
  readonly detail: string | null
}

let app: TestApp
let boss = ''
let member = ''
const post = async (path: string, token: string, body: object) => {
  const answer = await app.post<{ id: string; revision: number }>(`/newapi${path}`, body, { token })
  expect(answer.code, answer.msg).toBe(0)
  return answer.data
}

beforeAll(async () => {
  app = await createTestApp()
  boss = await app.signIn('boss', 'operator')
  member = await app.signIn('member', 'unit')
})
afterAll(() => app.close())

const titleOf = (type: string) =>
  app.source.model.contentTypes.find(({ name }) => name === type)?.title ?? type

async function entriesOf(target?: string): Promise<Entry[]> {
  const query = target ? `&target=${encodeURIComponent(target)}` : ''
  const path = `/newapi/operator/audit/list?limit=50${query}`
  return (await app.get<{ list: Entry[] }>(path, { token: boss })).data.list
}

test('the audit log shows titles of items, names of accounts and labels of states and fields, no keys', async () => {
  const question = { title: '抽排设备多久保养一次？', sysCategoryId: 'C04' }
  const { id } = await post('/zhihu/add', member, question)
  await app.get(`/newapi/zhihu/online?id=${id}`, { token: boss })
  await post('/zhihu/update', member, { ...question, id, title: '抽排设备一年保养几次？', revision: 1 })
  const other = { title: '水带多久检查一次？', sysCategoryId: 'C04' }
  const gone = await post('/zhihu/add', member, other)
  await app.get(`/newapi/zhihu/online?id=${gone.id}`, { token: boss })
  await post('/zhihu/update', member, { ...other, id: gone.id, title: '水带一年检查几次？', revision: 1 })
  await app.get(`/newapi/zhihu/delete?id=${gone.id}`, { token: member })
  const comment = await post('/zhihuInfoComment/add', boss, { dataId: id, content: '每季度一次。' })
  await post('/zhihuInfoComment/report', member, { id: comment.id, reason: '2' })
  await post('/operator/comment/delete', boss, { ids: [comment.id] })
  const { answer } = await registerAs(app, 'auth.registerExpert')
  await app.get(`/newapi/operator/application/info/${answer.data.id}`, { token: boss })

  const entries = await entriesOf()
  const online = entries.find(
    ({ target, detail }) => target?.includes(question.title) && detail?.includes('原状态'),
  )
  expect(online?.detail).toBe('原状态：待审核；现状态：已上线')
  for (const { target, detail } of entries) {
    for (const words of (detail ?? '').split('；')) expect(words).not.toMatch(/^\w+：|：[a-z]\w*$/)
    expect(`${target} ${detail}`.replace(/编号 \w+/g, '')).not.toMatch(/\b[a-z0-9]{20}\b/)
  }
  expect((await entriesOf(gone.id))[0]?.detail).toContain('随之作废的修改稿版本：2')
  expect((await entriesOf(id)).map(({ action }) => action)).toContain(`通过并上线${titleOf('zhihu')}`)
  // No key is left without a word.
  for (const { detail } of entries) expect(detail ?? '').not.toContain('其他：')
  expect((await entriesOf(id)).length).toBeGreaterThan(3)
})

test('every operation has a Chinese audit action that describes what was done', () => {
  for (const { id, deed } of app.source.model.operations) {
    expect(deed, id).toMatch(/^[\u4e00-\u9fff]{2,20}$/)
    expect(deed, id).not.toMatch(/^(详情|列表|用户|评论|黑名单|注册申请|审计日志)$/)
  }
  const deeds = new Map(app.source.model.operations.map(({ id, deed }) => [id, deed]))
  expect(deeds.get('users.blacken')).toBe('列入黑名单')
  expect(deeds.get('demandScheme.accept')).toBe('采纳需求方案')
})
