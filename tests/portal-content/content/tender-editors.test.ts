// Tests editors of tenders of one province beside owners and operators: what they read, change and decide, and what not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { keepFile } from '../../server/support/keep-file.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'
import { validAnswers } from '../../support/valid-answers.ts'

type Row = Readonly<Record<string, unknown>>

interface Tender {
  readonly id: string
  readonly status: string
  readonly title: string
  readonly revision: number
  readonly editable: boolean
  readonly ownerId: string
  readonly changeStatus?: string | null
  readonly change?: { readonly revision: number }
  readonly actions: readonly { readonly action: string }[]
  readonly history?: readonly Row[]
}

const PEOPLE = {
  buyer: 'unit',
  boss: 'operator',
  auditor: 'auditor',
  sichuan: 'staff',
  newsEditor: 'editor',
  everywhere: 'tenderEditor',
}

let app: TestApp
const tokens = new Map<string, string>()
const as = (who: string) => ({ token: tokens.get(who) as string })
let seed = 0

beforeAll(async () => {
  app = await createTestApp()
  for (const [name, role] of Object.entries(PEOPLE)) tokens.set(name, await app.signIn(name, role))
  const body = {
    ...{ userName: 'sichuan', role: 'tenderEditor', types: ['bidding'], region: '51' },
    reason: '负责四川的招标信息',
  }
  const given = await app.post<Row>('/newapi/operator/role/give', body, as('boss'))
  expect(given.data, given.text).toMatchObject({ state: 'active', scope: '招标信息；地区：四川省' })
}, 60_000)
afterAll(() => app.close())

function answers(title: string, region: string): Row {
  const form = app.source.model.forms.find(({ id }) => id === 'bidding')
  if (!form) throw new Error('there is no form of tenders')
  seed += 1
  return { ...validAnswers(createRandom(seed), form, 0), title, region, sourceType: 'platform' }
}

/** Publishes a tender as its owner; with `online`, an operator lets it in. */
async function publish(title: string, region: string, status: 'pending' | 'online' = 'pending') {
  const { data, text } = await app.post<Tender>('/newapi/bidding/add', answers(title, region), as('buyer'))
  expect(data?.id, text).toBeDefined()
  if (status === 'online') expect((await take('boss', 'online', data.id)).status).toBe(200)
  return data.id
}

const info = (who: string, id: string) => app.get<Tender>(`/newapi/bidding/info/${id}`, as(who))
const revisionOf = async (id: string) => (await info('boss', id)).data.revision
async function take(who: string, action: string, id: string, reason?: string) {
  const revision = await revisionOf(id)
  const call = app.source.model.operations.find((one) => one.id === `bidding.${action}`)
  const words = reason ? { reason } : {}
  if (call?.method === 'POST') return app.post<Tender>(call.path, { id, revision, ...words }, as(who))
  const query = new URLSearchParams({ id, revision: String(revision), ...words })
  return app.get<Tender>(`${call?.path}?${query}`, as(who))
}
async function update(who: string, id: string, title: string, region: string) {
  const body = { id, revision: await revisionOf(id), ...answers(title, region) }
  return app.post<Tender>('/newapi/bidding/update', body, as(who))
}
const listed = async (who: string, more = '') => {
  const { data, text } = await app.get<Paged<Tender>>(
    `/newapi/operator/bidding/manage?limit=50${more}`,
    as(who),
  )
  expect(data?.list, text).toBeDefined()
  return { titles: data.list.map(({ title }) => title).sort(), total: data.totalCount }
}
const toldOf = async (template: string, itemId: string) => {
  const rows = await app.services.db
    .selectFrom('notice')
    .select('userId')
    .where('template', '=', template)
    .where('itemId', '=', itemId)
    .execute()
  return rows.map(({ userId }) => userId)
}

describe('an editor of tenders of one province', () => {
  test('lists, counts and finds in the console only tenders of the province, whatever their state', async () => {
    const inside = await publish('成都排涝泵车采购公告', '5101')
    await publish('泸州排涝泵车采购公告', '5105', 'online')
    const outside = await publish('福州排涝泵车采购公告', '3501')
    await publish('泉州排涝泵车采购公告', '3505', 'online')
    const mine = { titles: ['成都排涝泵车采购公告', '泸州排涝泵车采购公告'].sort(), total: 2 }
    expect(await listed('sichuan')).toEqual(mine)
    expect(await listed('sichuan', `&keyWord=${encodeURIComponent('排涝泵车')}`)).toEqual(mine)
    expect((await listed('sichuan', '&region=35')).total).toBe(0)
    expect(await listed('sichuan', '&status=pending')).toEqual({ titles: ['成都排涝泵车采购公告'], total: 1 })
    expect((await listed('sichuan', '&status=online')).total).toBe(1)
    expect((await info('sichuan', inside)).status).toBe(200)
    expect((await info('sichuan', outside)).status).toBe(404)
    const { data: queue } = await app.get<Paged<Tender>>(
      '/newapi/api/moderation/queue?limit=50',
      as('sichuan'),
    )
    expect(queue.list.map(({ title }) => title)).toEqual(['成都排涝泵车采购公告'])
    expect(queue.totalCount).toBe(1)
    expect((await listed('everywhere', `&keyWord=${encodeURIComponent('排涝泵车')}`)).total).toBe(4)
    expect((await listed('auditor', `&keyWord=${encodeURIComponent('排涝泵车')}`)).total).toBe(4)
  })

  test('lets in, refuses, takes offline and puts back online tenders of the province', async () => {
    const id = await publish('绵阳照明设备采购公告', '5107')
    const offered = (await info('sichuan', id)).data
    expect([offered.editable, offered.actions.map(({ action }) => action).sort()]).toEqual([
      true,
      ['online', 'refuse'],
    ])
    expect((await take('sichuan', 'online', id)).data).toMatchObject({ status: 'online' })
    expect(await toldOf('approved', id)).toEqual(['buyer'])
    expect((await take('sichuan', 'offline', id, '公告有误')).data).toMatchObject({ status: 'offline' })
    expect((await take('sichuan', 'online', id)).data).toMatchObject({ status: 'online' })
    const refused = await publish('绵阳帐篷采购公告（二）', '5107')
    expect((await take('sichuan', 'refuse', refused, '请补充预算金额')).data).toMatchObject({
      status: 'refused',
    })
    expect((await take('sichuan', 'delete', id)).status).toBe(403)
    expect((await take('boss', 'delete', id)).status).toBe(200)
    expect((await info('sichuan', id)).status).toBe(404)
    expect((await update('sichuan', id, '绵阳照明设备采购公告改', '5107')).status).toBe(404)
    expect((await take('sichuan', 'restore', id)).status).toBe(403)
  })

  test('corrects a public tender at once; its owner is told, and the history says by whom', async () => {
    const id = await publish('德阳冲锋舟采购公告', '5106', 'online')
    const edited = await update('sichuan', id, '德阳冲锋舟采购公告（更正）', '5106')
    expect(edited.status, edited.text).toBe(200)
    const { data } = await app.get<Tender>(`/newapi/bidding/info/${id}`)
    expect(data.title).toBe('德阳冲锋舟采购公告（更正）')
    expect(await toldOf('edited', id)).toEqual(['buyer'])
    const { data: seen } = await info('sichuan', id)
    expect(seen.history?.[0]).toMatchObject({ by: '用户 sichuan' })
    expect(String(seen.history?.[0]?.change)).toContain('工作人员修改了')
    expect((await app.get(`/newapi/api/version/list?id=${id}`, as('sichuan'))).status).toBe(200)
  })

  test('decides on a change that the owner of a tender of the province has handed in', async () => {
    const id = await publish('遂宁发电车采购公告', '5109', 'online')
    expect((await update('buyer', id, '遂宁发电车采购公告（延期）', '5109')).data).toMatchObject({
      changeStatus: 'pending',
    })
    expect((await info('sichuan', id)).data).toMatchObject({ changeStatus: 'pending' })
    const { change } = (await info('sichuan', id)).data
    const passed = await app.get<Tender>(
      `/newapi/bidding/online?id=${id}&change=${change?.revision}`,
      as('sichuan'),
    )
    expect(passed.status, passed.text).toBe(200)
    expect((await app.get<Tender>(`/newapi/bidding/info/${id}`)).data.title).toBe(
      '遂宁发电车采购公告（延期）',
    )
  })

  test('changes and decides nothing of another province, one at a time and many at once', async () => {
    const hidden = await publish('厦门排水设备采购公告', '3502')
    const open = await publish('漳州排水设备采购公告', '3506', 'online')
    expect((await take('sichuan', 'online', hidden)).status).toBe(404)
    expect((await take('sichuan', 'offline', open)).status).toBe(403)
    expect((await update('sichuan', hidden, '厦门排水设备采购公告改', '3502')).status).toBe(404)
    expect((await update('sichuan', open, '漳州排水设备采购公告改', '5101')).status).toBe(403)
    expect((await info('sichuan', open)).data).toMatchObject({ editable: false, actions: [] })
    expect((await app.get(`/newapi/api/version/list?id=${open}`, as('sichuan'))).status).toBe(403)
    const inside = await publish('南充排水设备采购公告', '5113', 'online')
    const items = [
      { id: open, revision: await revisionOf(open) },
      { id: inside, revision: await revisionOf(inside) },
    ]
    const { data } = await app.post<{ results: Row[] }>(
      '/newapi/operator/bidding/bulk',
      { action: 'offline', items },
      as('sichuan'),
    )
    expect(data.results.map(({ ok }) => ok)).toEqual([false, true])
  })

  test('moves no tender to another province, and loses one that its owner moves there', async () => {
    const id = await publish('广元救生艇采购公告', '5108')
    const moved = await update('sichuan', id, '广元救生艇采购公告（二）', '3501')
    expect([moved.status, moved.errors?.[0]?.path], moved.text).toEqual([400, '/region'])
    expect((await update('buyer', id, '广元救生艇采购公告（二）', '3501')).status).toBe(200)
    expect((await info('sichuan', id)).status).toBe(404)
    expect((await listed('sichuan')).titles).not.toContain('广元救生艇采购公告（二）')
    expect((await update('buyer', id, '广元救生艇采购公告（三）', '5108')).status).toBe(200)
    expect((await info('sichuan', id)).status).toBe(200)
  })

  test('adds no tenders, and reads and writes no other type', async () => {
    const added = await app.post(
      '/newapi/operator/bidding/add',
      answers('成都水泵采购公告（二）', '5101'),
      as('sichuan'),
    )
    expect(added.status).toBe(403)
    for (const type of ['news', 'law', 'demand', 'equipment'])
      for (const who of ['sichuan', 'everywhere'])
        expect([type, (await app.get(`/newapi/operator/${type}/manage`, as(who))).status]).toEqual([
          type,
          403,
        ])
    expect((await app.post('/newapi/operator/news/add', { title: '测试' }, as('everywhere'))).status).toBe(
      403,
    )
    expect((await app.get('/newapi/operator/user/list', as('sichuan'))).status).toBe(403)
  })

  test('keeps views of the list of tenders, and opens it in the view of the role', async () => {
    const page = 'operator/bidding/list'
    const save = (who: string, body: Row) =>
      app.post('/newapi/console/view/save', { page, columns: [], ...body }, as(who))
    expect((await save('boss', { name: '待审', query: 'status=pending', role: 'tenderEditor' })).code).toBe(0)
    expect((await save('sichuan', { name: '线上', query: 'status=online' })).code).toBe(0)
    expect((await save('sichuan', { name: '共享', query: '', shared: true })).status).toBe(403)
    const { data } = await app.get<{ list: readonly { readonly name: string }[] }>(
      '/newapi/console/view/list',
      as('sichuan'),
    )
    expect(data.list.map(({ name }) => name)).toEqual(['线上', '待审'])
  })

  test('adds a file to a tender of another account, which everybody then reads', async () => {
    const id = await publish('自贡抢险车辆采购公告', '5103', 'online')
    const file = await keepFile(app, { form: 'bidding', field: 'attachments', ownerId: 'sichuan' })
    const body = { ...answers('自贡抢险车辆采购公告', '5103'), id, revision: await revisionOf(id) }
    const done = await app.post<Tender>(
      '/newapi/bidding/update',
      { ...body, attachments: [file] },
      as('sichuan'),
    )
    expect(done.status, done.text).toBe(200)
    expect((await app.get(`/file/fileOperation/download/${file}`)).status).toBe(200)
  })
})

describe('a tender that staff may correct', () => {
  test('stays its owner’s and its operators’: both edit, and both act as before', async () => {
    const id = await publish('雅安应急帐篷采购公告', '5118')
    expect((await update('buyer', id, '雅安应急帐篷采购公告（二）', '5118')).status).toBe(200)
    expect((await update('boss', id, '雅安应急帐篷采购公告（三）', '5118')).status).toBe(200)
    expect((await take('boss', 'online', id)).status).toBe(200)
    expect((await update('buyer', id, '雅安应急帐篷采购公告（四）', '5118')).data).toMatchObject({
      changeStatus: 'pending',
    })
    const own = (await info('buyer', id)).data.actions.map(({ action }) => action)
    expect(own).toEqual(expect.arrayContaining(['offline', 'withdraw', 'delete']))
    const { data } = await app.get<Paged<Tender>>('/newapi/api/publication/list?limit=50', as('buyer'))
    expect(data.list.map((one) => one.id)).toContain(id)
  })

  test('is read and not changed by auditors and editors of other types', async () => {
    const id = await publish('眉山净水车采购公告', '5114')
    expect((await info('auditor', id)).data).toMatchObject({ editable: false, actions: [] })
    expect((await info('newsEditor', id)).status).toBe(404)
    // Whom an item is hidden from does not learn that it is there.
    for (const [who, refused] of [
      ['auditor', 403],
      ['newsEditor', 404],
    ] as const) {
      expect((await take(who, 'online', id)).status).toBe(refused)
      expect((await update(who, id, '眉山净水车采购公告（二）', '5114')).status).toBe(refused)
    }
    expect((await app.get('/newapi/operator/bidding/manage', as('newsEditor'))).status).toBe(403)
  })

  test('is not decided by its own owner, who also edits tenders', async () => {
    const title = '宜宾堵漏设备采购公告'
    const { data } = await app.post<Tender>('/newapi/bidding/add', answers(title, '5115'), as('buyer'))
    await app.services.db
      .updateTable('item')
      .set({ ownerId: 'everywhere' })
      .where('id', '=', data.id)
      .execute()
    expect((await take('everywhere', 'online', data.id)).status).toBe(403)
    expect((await info('everywhere', data.id)).data.actions.map(({ action }) => action)).not.toContain(
      'online',
    )
  })
})
