// Tests that a field is exported, masked, kept out of the logs and erased because of its annotation alone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/identity/accounts/passwords.ts'
import { dump } from '../platform/secrets/dump.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'
import { noteModel } from './support.ts'

const PASSWORD = 'Zhongxin-7788x'
const FIELDS = {
  nickname: { type: 'string', title: '昵称', maxLength: 40, 'x-personal': true },
  mood: { type: 'string', title: '心情', 'x-dict': 'mood', 'x-personal': true },
  remark: { type: 'string', title: '备注', maxLength: 40 },
  passport: {
    type: 'string',
    title: '护照号',
    maxLength: 40,
    'x-secret': true,
    'x-visible': ['owner', 'operator'],
  },
}
const NICKNAME = '暗号甲 13877001234'
const PASSPORT = 'E98765432'

let app: TestApp
let id: string
let owner: { token: string }
let operator: { token: string }

beforeAll(async () => {
  app = await createTestApp({ model: await noteModel(FIELDS) })
  owner = { token: await app.signIn('writer', 'unit') }
  operator = { token: await app.signIn('boss', 'operator') }
  await app.services.db
    .updateTable('account')
    .set({ passwordHash: await hashPassword(PASSWORD) })
    .where('id', '=', 'writer')
    .execute()
  const note = { title: '水带存放', nickname: NICKNAME, mood: '1', remark: '只是备注', passport: PASSPORT }
  const added = await app.post<{ id: string }>('/newapi/note/add', note, owner)
  expect(added.code, added.text).toBe(0)
  id = added.data.id
}, 120_000)
afterAll(() => app?.close())

const read = async (by: { token: string }) =>
  (await app.get<Record<string, unknown>>(`/newapi/note/info/${id}`, by)).data

test('an annotated field is masked for operators and whole for its owner; another one is whole for both', async () => {
  expect(await read(owner)).toMatchObject({ nickname: NICKNAME, remark: '只是备注' })
  const { nickname, remark } = await read(operator)
  expect(nickname).toBe('暗号甲 138****1234')
  expect(remark).toBe('只是备注')
  const { data } = await app.get<{ list: Record<string, unknown>[] }>('/newapi/note/list', operator)
  expect(data.list[0]?.nickname).toBe('暗号甲 138****1234')
})

test('an annotated field stands in the personal data export of its owner', async () => {
  const { data } = await app.get<{ items: { body: Record<string, unknown> }[] }>(
    '/newapi/api/account/export',
    owner,
  )
  expect(data.items.map(({ body }) => body.nickname)).toEqual([NICKNAME])
})

test('an edit of annotated fields leaves neither the old nor the new value in the audit log and the history', async () => {
  const revealed = await app.post<{ value: string }>(
    '/newapi/personal/reveal',
    { dataType: 'note', dataId: id, field: 'nickname' },
    operator,
  )
  expect(revealed.data.value).toBe(NICKNAME)
  const revision = (await read(owner)).revision
  const change = {
    id,
    revision,
    title: '水带存放',
    nickname: '暗号乙 13877009999',
    mood: '2',
    remark: '改过',
  }
  const { code, text } = await app.post('/newapi/note/update', { ...change, passport: PASSPORT }, owner)
  expect(code, text).toBe(0)
  const { db } = app.services
  const logs = [
    ...(await db.selectFrom('audit').select(['action', 'detail']).execute()),
    ...(await db.selectFrom('transitionLog').selectAll().execute()),
  ]
  expect(logs.length).toBeGreaterThan(0)
  const written = JSON.stringify(logs)
  for (const value of ['暗号', '13877001234', '13877009999', PASSPORT]) expect(written).not.toContain(value)
})

test('a deleted account leaves nothing of annotated fields in the database, and the other fields', async () => {
  const reply = await app.post('/newapi/reply/add', { title: '已收到', noteId: id }, operator)
  expect(reply.code, reply.text).toBe(0)
  expect(await dump(app.services.db)).toContain('暗号乙')
  await app.post('/newapi/note/settle', { id }, operator)
  const left = await app.post('/newapi/api/account/remove', { password: PASSWORD }, owner)
  expect(left.code, left.text).toBe(0)
  const whole = await dump(app.services.db)
  for (const value of ['暗号', '13877009999', PASSPORT]) expect(whole).not.toContain(value)
  expect(whole).toContain('改过')
})
