// Tests pins: operators pin public items, at most so many, with an order and an end; lists sorted by `pinned` follow.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pinTask } from '#server/content/pins/end-pins.ts'
import { Scheduler } from '#server/platform/scheduler/scheduler.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

const START = Date.parse('2026-03-02T01:00:00Z')
const STEP = 600_000
const COUNT = 8

let app: TestApp
let now = START
let operator: { token: string }

beforeAll(async () => {
  app = await createTestApp({ clock: () => new Date(now) })
  operator = { token: await app.signIn('boss', 'operator') }
  const body = (title: string) => ({ title, isTop: true, source: '日报', content: '<p>正文内容若干。</p>' })
  await app.services.db
    .insertInto('item')
    .values(
      Array.from({ length: COUNT }, (_, index) => ({
        ...{ id: `n${index}`, type: 'news', status: 'online', ownerId: 'boss', title: `第 ${index} 条` },
        ...{ body: body(`第 ${index} 条`), publishedAt: new Date(START - index * STEP) },
      })),
    )
    .execute()
}, 120_000)
afterAll(() => app?.close())
beforeEach(async () => {
  await app.services.db.deleteFrom('itemPin').execute()
})

const call = (verb: string, body: object, by = operator) =>
  app.post<{ place: number | null }>(`/newapi/operator/pin/${verb}`, body, by)
const pin = async (id: string, until?: string) => {
  const { code, text } = await call('add', { dataType: 'news', dataId: id, ...(until ? { until } : {}) })
  expect(code, text).toBe(0)
}
const pins = async () => {
  const { data } = await app.get<{ list: { id: string; place: number; until: string | null }[] }>(
    '/newapi/operator/pin/list?limit=50',
    operator,
  )
  return data.list
}
const order = async () => (await pins()).map(({ id }) => id)
const headlines = async () => {
  const { data } = await app.get<{ list: { id: string; pinned: number | null }[] }>(
    '/newapi/cmsInfo/headlines?limit=20',
  )
  return data.list.map(({ id }) => id)
}

describe('pinning an item', () => {
  test('the latest pin comes first, and headlines show pinned items in their order before newer ones', async () => {
    expect((await headlines()).slice(0, 3)).toEqual(['n0', 'n1', 'n2'])
    await pin('n5')
    await pin('n3')
    expect(await order()).toEqual(['n3', 'n5'])
    expect((await headlines()).slice(0, 4)).toEqual(['n3', 'n5', 'n0', 'n1'])
  })

  test('an item that is not public, one of a type without pins, and an end that is over are refused', async () => {
    const { db } = app.services
    await db.updateTable('item').set({ status: 'offline' }).where('id', '=', 'n7').execute()
    expect((await call('add', { dataType: 'news', dataId: 'n7' })).msg).toBe('内容没有公开，不能置顶')
    await db.updateTable('item').set({ status: 'online' }).where('id', '=', 'n7').execute()
    const other = await call('add', { dataType: 'law', dataId: 'n7' })
    expect(other.errors?.map(({ message }) => message)).toEqual(['这类内容不能置顶'])
    const late = await call('add', {
      dataType: 'news',
      dataId: 'n7',
      until: new Date(now - STEP).toISOString(),
    })
    expect(late.status).toBe(400)
    expect(await pins()).toEqual([])
  })

  test('an item that the list ordered by pins does not hold is refused, with the field that it lacks', async () => {
    const { db } = app.services
    const [row] = await db.selectFrom('item').select('body').where('id', '=', 'n7').execute()
    const body = row?.body as Record<string, unknown>
    await db
      .updateTable('item')
      .set({ body: { ...body, isTop: false } })
      .where('id', '=', 'n7')
      .execute()
    expect((await call('add', { dataType: 'news', dataId: 'n7' })).msg).toBe(
      '置顶的装备资讯须先设定“头条”，请编辑后再置顶',
    )
    await db.updateTable('item').set({ body }).where('id', '=', 'n7').execute()
  })

  test('one more than the type allows is refused, and the audit log names each pin', async () => {
    for (const id of ['n1', 'n2', 'n3', 'n4', 'n5', 'n6']) await pin(id)
    const seventh = await call('add', { dataType: 'news', dataId: 'n7' })
    expect(seventh.msg).toBe('装备资讯最多置顶 6 条，请先取消一条')
    expect(await order()).toEqual(['n6', 'n5', 'n4', 'n3', 'n2', 'n1'])
    const entries = await app.services.db
      .selectFrom('audit')
      .select('target')
      .where('action', '=', 'pins.add')
      .execute()
    expect(entries.map(({ target }) => target)).toEqual(expect.arrayContaining(['n1', 'n6']))
  })

  test('two operators who pin at the same time both succeed, or one is told to look again', async () => {
    const answers = await Promise.all(
      ['n1', 'n2', 'n3'].map((id) => call('add', { dataType: 'news', dataId: id })),
    )
    const done = answers.filter(({ code }) => code === 0).length
    expect(done).toBeGreaterThan(0)
    for (const { code, msg } of answers) if (code !== 0) expect(msg).toBe('置顶刚有改动，请刷新后再试')
    expect((await pins()).map(({ place }) => place)).toEqual(Array.from({ length: done }, (_, at) => at + 1))
  })
})

describe('the order of pins', () => {
  test('a pin moves up, down and beyond the last place, and the others close up', async () => {
    for (const id of ['n3', 'n2', 'n1']) await pin(id)
    expect((await call('move', { id: 'n3', place: 1 })).data.place).toBe(1)
    expect(await order()).toEqual(['n3', 'n1', 'n2'])
    await call('move', { id: 'n3', place: 2 })
    expect(await order()).toEqual(['n1', 'n3', 'n2'])
    expect((await call('move', { id: 'n1', place: 50 })).data.place).toBe(3)
    expect(await order()).toEqual(['n3', 'n2', 'n1'])
    expect((await headlines()).slice(0, 4)).toEqual(['n3', 'n2', 'n1', 'n0'])
  })

  test('a pin that is removed leaves no gap, and a second removal is refused', async () => {
    for (const id of ['n3', 'n2', 'n1']) await pin(id)
    expect((await call('remove', { id: 'n2' })).code).toBe(0)
    expect((await pins()).map(({ id, place }) => [id, place])).toEqual([
      ['n1', 1],
      ['n3', 2],
    ])
    expect((await call('remove', { id: 'n2' })).msg).toContain('已不再置顶')
  })

  test('auditors read the list and change nothing', async () => {
    await pin('n1')
    const auditor = { token: await app.signIn('judge', 'auditor') }
    expect((await app.get('/newapi/operator/pin/list', auditor)).status).toBe(200)
    expect((await call('remove', { id: 'n1' }, auditor)).status).toBe(403)
  })
})

describe('the end of a pin', () => {
  const run = () => new Scheduler(app.services, [pinTask]).runDue()

  test('a pin ends at its time, not before; one without an end stays; a second pinning moves the end', async () => {
    const end = new Date(now + STEP).toISOString()
    for (const id of ['n3', 'n2', 'n1']) await pin(id, id === 'n3' ? undefined : end)
    await pin('n1', new Date(now + 3 * STEP).toISOString())
    await run()
    expect(await order()).toEqual(['n1', 'n2', 'n3'])
    now += STEP
    await run()
    expect(await order()).toEqual(['n1', 'n3'])
    expect((await headlines()).slice(0, 3)).toEqual(['n1', 'n3', 'n0'])
    now += 2 * STEP
    await run()
    expect(await order()).toEqual(['n3'])
    const ended = await app.services.db
      .selectFrom('audit')
      .select(['actor', 'target'])
      .where('action', '=', 'pins.end')
      .execute()
    expect(ended).toEqual([
      { actor: null, target: 'n2' },
      { actor: null, target: 'n1' },
    ])
  })

  test('an item that leaves the list, such as by losing 头条, is pinned no longer', async () => {
    await pin('n4')
    await pin('n6')
    const mark = (isTop: boolean) =>
      app.services.db
        .updateTable('item')
        .set(({ ref }) => ({ body: sql`${ref('body')} || ${JSON.stringify({ isTop })}::jsonb` }))
        .where('id', '=', 'n4')
        .execute()
    await mark(false)
    now += STEP
    await run()
    expect(await order()).toEqual(['n6'])
    await mark(true)
  })

  test('an item that is taken offline is pinned no longer', async () => {
    await pin('n4')
    await app.services.db.updateTable('item').set({ status: 'offline' }).where('id', '=', 'n4').execute()
    now += STEP
    await run()
    expect(await pins()).toEqual([])
    await app.services.db.updateTable('item').set({ status: 'online' }).where('id', '=', 'n4').execute()
  })
})
