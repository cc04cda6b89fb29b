// Tests labelled items (mss, cfd), their labels and their administration (DEC-03).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Paged } from '#shared/calls/envelope.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'

interface Item extends Record<string, unknown> {
  readonly id: string
  readonly status: string
}

let app: TestApp
const tokens: Record<string, string> = {}
beforeAll(async () => {
  app = await createTestApp()
  for (const [name, role] of [
    ['author', 'expert'],
    ['stranger', 'ordinary'],
    ['operator', 'operator'],
    ['auditor', 'auditor'],
  ] as const)
    tokens[name] = await app.signIn(name, role)
}, 60_000)
afterAll(() => app.close())

const as = (name?: string) => (name ? { token: tokens[name] } : {})
const ids = async (path: string, who?: string) => {
  const { status, data } = await app.get<Paged<Item>>(path, as(who))
  return status === 200 ? data.list.map(({ id }) => id) : status
}
const label = async (title: string) =>
  (await app.post<Item>('/newapi/cfdLabel/add', { title }, as('operator'))).data.id
const body = (...labelIds: string[]) => ({
  title: '移动泵站展开与撤收要点',
  labelIds,
  content: '<p>展开前核对电源、管路与锚固，取水口距岸不小于一米。</p>',
})

describe('/cfdLabel/* (DEC-03)', () => {
  test('list and info are public, add, update and delete require an operator', async () => {
    const id = await label('防汛排涝')
    expect(await ids('/newapi/cfdLabel/list')).toContain(id)
    expect((await app.get<Item>(`/newapi/cfdLabel/info/${id}`)).data).toMatchObject({ title: '防汛排涝' })
    for (const who of ['author', 'auditor'])
      expect((await app.post('/newapi/cfdLabel/add', { title: '标签' }, as(who))).status).toBe(403)
    const update = { id, revision: 1, title: '防汛抗旱' }
    expect((await app.post('/newapi/cfdLabel/update', update, as('author'))).status).toBe(403)
    expect((await app.post('/newapi/cfdLabel/update', update, as('operator'))).status).toBe(200)
    expect((await app.get<Item>(`/newapi/cfdLabel/info/${id}`)).data.title).toBe('防汛抗旱')
    expect((await app.get(`/newapi/cfdLabel/delete?id=${id}`, as('author'))).status).toBe(403)
    expect((await app.get(`/newapi/cfdLabel/delete?id=${id}`, as('operator'))).status).toBe(200)
    expect(await ids('/newapi/cfdLabel/list')).not.toContain(id)
  })
})

describe.each([
  { base: '/newapi/cfd', list: 'getList', info: 'info?id=', admin: '/newapi/cfdAdmin' },
  { base: '/newapi/mss', list: 'list', info: 'info/', admin: '/newapi/mssAdmin' },
])('$base/* and $admin/* (DEC-03)', ({ base, list, info, admin }) => {
  test('a label is not deleted while an item uses it, and is deleted afterwards', async () => {
    const [used, other] = [await label('在用标签'), await label('另一标签')]
    const { id } = (await app.post<Item>(`${base}/add`, body(other, used), as('author'))).data
    const remove = () => app.get(`/newapi/cfdLabel/delete?id=${used}`, as('operator'))
    const refused = await remove()
    expect([refused.status, refused.msg]).toEqual([
      409,
      expect.stringMatching(/^仍有 1 项.+的“标签”引用该内容/),
    ])
    expect((await app.get(`/newapi/cfdLabel/info/${used}`)).status).toBe(200)
    expect((await app.get(`${admin}/delete?id=${id}`, as('operator'))).status).toBe(200)
    expect((await remove()).status).toBe(200)
  })

  test('a labelled item stays pending until the administration approves it, then lists filter it by label', async () => {
    const [wet, dry] = [await label('排水'), await label('灭火')]
    const refused = await app.post(`${base}/add`, body(), as('author'))
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('标签')])
    expect((await app.post(`${base}/add`, body('NOWHERE'), as('author'))).status).toBe(400)
    const added = await app.post<Item>(`${base}/add`, body(wet), as('author'))
    expect(added.data, added.text).toMatchObject({ status: 'pending' })
    const { id } = added.data
    expect(await ids(`${base}/${list}`)).not.toContain(id)
    expect((await app.get(`${base}/${info}${id}`, as('stranger'))).status).toBe(404)

    for (const who of ['operator', 'auditor']) {
      expect(await ids(`${admin}/list?status=pending`, who)).toContain(id)
      expect((await app.get<Item>(`${admin}/info/${id}`, as(who))).data).toMatchObject({ id })
    }
    for (const call of [`list`, `info/${id}`, `online?id=${id}`, `delete?id=${id}`]) {
      expect((await app.get(`${admin}/${call}`, as('author'))).status, call).toBe(403)
      expect((await app.get(`${admin}/${call}`)).status, call).toBe(401)
    }
    const reason = encodeURIComponent('请写明适用条件')
    expect((await app.get(`${admin}/refuse?id=${id}`, as('operator'))).status).toBe(400)
    expect((await app.get(`${admin}/refuse?id=${id}&reason=${reason}`, as('operator'))).status).toBe(200)
    expect((await app.get<Item>(`${base}/${info}${id}`, as('author'))).data.statusReason).toBe(
      '请写明适用条件',
    )
    const mended = { ...body(wet), id, revision: 1 }
    expect((await app.post<Item>(`${base}/update`, mended, as('author'))).data).toMatchObject({
      status: 'pending',
    })
    const { revision } = (await app.get<Item>(`${admin}/info/${id}`, as('operator'))).data
    expect((await app.get(`${admin}/online?id=${id}&revision=${revision}`, as('operator'))).status).toBe(200)
    expect(await ids(`${base}/${list}?labelIds=${wet}`)).toEqual([id])
    expect(await ids(`${base}/${list}?labelIds=${dry}`)).toEqual([])
    expect((await app.get<Item>(`${base}/${info}${id}`)).data).toMatchObject({ labelIdsTitle: ['排水'] })

    expect((await app.get(`${admin}/offline?id=${id}`, as('operator'))).status).toBe(200)
    expect(await ids(`${base}/${list}`)).not.toContain(id)
    expect((await app.get(`${base}/delete?id=${id}`, as('author'))).status).toBe(200)
    expect((await app.get(`${admin}/restore?id=${id}`, as('operator'))).status).toBe(200)
  })
})
