// Tests notices about operator actions on accounts, and warnings at registration.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { handIn, newPerson, registrationBody } from '../accounts/support/registering.ts'

type Row = Readonly<Record<string, unknown>>

let app: TestApp
let boss: string
beforeAll(async () => {
  app = await createTestApp()
  boss = await app.signIn('boss', 'operator')
  for (const name of ['watcher', 'second']) await app.signIn(name, 'auditor')
}, 240_000)
afterAll(() => app.close())

const post = (path: string, body: Row, token = boss) => app.post<Row>(`/newapi/${path}`, body, { token })
const notices = async (userId: string) =>
  (
    await app.services.db
      .selectFrom('notice')
      .select(['title', 'content'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute()
  ).map(({ title, content }) => `${title}：${content}`)
let address = 0
const signIn = (userName: unknown, password: unknown) => {
  address += 1
  return app.post<Row>('/newapi/api/login', { userName, password }, { address: `10.9.1.${address}` })
}

test('handPassword sets a one-time password for staff without a phone and notifies all auditors', async () => {
  const made = await post('operator/user/create', {
    role: 'operator',
    userName: 'second_boss',
    name: '第二位',
  })
  expect(made.code, made.text).toBe(0)
  const id = String(made.data.id)
  for (const auditor of ['watcher', 'second'])
    expect((await notices(auditor)).join()).toContain('账号“第二位”（用户名 second_boss）')
  const entered = await signIn('second_boss', made.data.password)
  const before = String(entered.data.token)

  expect((await post('operator/user/resetPassword', { id })).msg).toContain('交付一次性密码')
  const handed = await post('operator/user/handPassword', { id, reason: '本人遗忘密码' })
  expect(handed.code, handed.text).toBe(0)
  const { password } = handed.data
  expect((await app.get('/newapi/api/userInfo', { token: before })).status).toBe(401)
  expect((await signIn('second_boss', made.data.password)).code).toBe(40101)
  const again = await signIn('second_boss', password)
  expect(again).toMatchObject({ code: 0, data: { passwordDue: true } })
  expect((await notices('watcher')).join()).toContain('密码已重设')
  const rows = await app.services.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'users.handPassword')
    .execute()
  expect(rows).toMatchObject([{ actor: 'boss', target: id, detail: { reason: '本人遗忘密码' } }])
  for (const text of [JSON.stringify(rows), ...(await notices('watcher'))])
    expect(text).not.toContain(String(password))
})

test('handPassword refuses members, staff with a phone, auditors and the calling operator', async () => {
  await app.signIn('member', 'unit')
  await app.signIn('phoned', 'government')
  await app.services.db
    .updateTable('account')
    .set({ mobile: '13877002233' })
    .where('id', '=', 'phoned')
    .execute()
  const hand = async (id: string, token = boss) =>
    (await post('operator/user/handPassword', { id, reason: '试一试' }, token)).status
  expect(await hand('member')).toBe(409)
  expect(await hand('phoned')).toBe(409)
  expect(await hand('watcher')).toBe(403)
  expect(await hand('boss')).toBe(403)
  expect(await hand('boss', await app.signIn('member', 'unit'))).toBe(403)
})

test('a member is notified with the reason when blacklisted, and again when removed from the blacklist', async () => {
  await app.signIn('noisy', 'unit')
  await post('operator/user/blacken', { id: 'noisy', reason: '多次发布广告' })
  expect(await notices('noisy')).toEqual([expect.stringMatching(/黑名单.*原因：多次发布广告/)])
  await post('operator/user/whiten', { id: 'noisy' })
  expect((await notices('noisy')).at(-1)).toContain('移出黑名单')
})

test('registration with the identity number of another account warns the applicant and the operator', async () => {
  const first = newPerson()
  const body = await registrationBody(app, 'auth.registerExpert', first)
  expect((await handIn(app, 'auth.registerExpert', body, first)).data).not.toHaveProperty('notice')
  const second = newPerson()
  const same = { ...(await registrationBody(app, 'auth.registerExpert', second)), idCard: body.idCard }
  const answer = await handIn(app, 'auth.registerExpert', same, second)
  expect(answer.code, answer.text).toBe(0)
  expect(answer.data).toMatchObject({ notice: expect.stringContaining('身份证号已用于另一个账号') })
  const seen = await app.get<Row>(`/newapi/operator/application/info/${answer.data.id}`, { token: boss })
  expect(seen.data.sameIdentity).toContain(first.userName)
  expect(seen.text).not.toContain(String(body.idCard))
})

test('registration refuses a name with a blocked word and names the field', async () => {
  const person = newPerson()
  const body = await registrationBody(app, 'auth.registerUnit', person, { orgName: '代开发票服务部' })
  const answer = await handIn(app, 'auth.registerUnit', body, person)
  expect(answer.errors).toMatchObject([
    { path: '/orgName', message: expect.stringContaining('需要核实的词语') },
  ])
})
