// Tests the bin: deleted items of all types are found, restored, and erased for good by hand or by their time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { retentionTask } from '#server/personal-data/retention.ts'
import { Scheduler } from '#server/platform/scheduler/scheduler.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'
import { noteModel } from './support.ts'

const DAY = 86_400_000
const START = Date.parse('2026-01-05T01:00:00Z')
const FILE = '0f8fad5b-d9cb-469f-a165-70867728950e'

let app: TestApp
let now = START
let owner: { token: string }
let operator: { token: string }
let auditor: { token: string }

beforeAll(async () => {
  const model = await noteModel({
    nickname: { type: 'string', title: '昵称', maxLength: 40 },
    text: { type: 'string', title: '正文', maxLength: 400, 'x-search': 'B' },
  })
  app = await createTestApp({ model, clock: () => new Date(now) })
  await goTo(0)
}, 120_000)
afterAll(() => app?.close())

/** Sessions end on the way. */
async function goTo(day: number): Promise<void> {
  now = START + day * DAY
  owner = { token: await app.signIn('writer', 'unit') }
  operator = { token: await app.signIn('boss', 'operator') }
  auditor = { token: await app.signIn('judge', 'auditor') }
}
const post = async <T = { id: string }>(path: string, body: object, by: { token: string }) => {
  const { data, code, text } = await app.post<T>(`/newapi/${path}`, body, by)
  expect(code, text).toBe(0)
  return data
}
async function deleted(title: string, more: object = {}): Promise<string> {
  const { id } = await post('note/add', { title, ...more }, owner)
  await post('note/delete', { id }, owner)
  return id
}
interface Entry {
  readonly id: string
  readonly title: string
  readonly erasedAt: string | null
  readonly deletedByName: string
  readonly steps: readonly string[]
}
const bin = async (query = '', by = operator) =>
  (await app.get<{ list: Entry[] }>(`/newapi/api/moderation/deleted?limit=50${query}`, by)).data.list
const erase = (ids: readonly string[], reason = '测试数据，误录入') =>
  app.post<{ ids: string[] }>('/newapi/api/moderation/erase', { ids, reason }, operator)
const count = async (id: string) => {
  const { rows } = {
    rows: await Promise.all([
      app.services.db.selectFrom('item').select('id').where('id', '=', id).execute(),
      app.services.db.selectFrom('itemVersion').select('itemId').where('itemId', '=', id).execute(),
      app.services.db.selectFrom('transitionLog').select('itemId').where('itemId', '=', id).execute(),
      app.services.db.selectFrom('draft').select('key').where('key', '=', id).execute(),
    ]),
  }
  return rows.map(({ length }) => length)
}

describe('the list of deleted items', () => {
  test('has those of all types, the latest first, with who deleted them and when they are erased', async () => {
    const first = await deleted('水带存放')
    now += 1000
    const second = await deleted('照明车保养')
    const list = await bin()
    expect(list.map(({ id }) => id)).toEqual([second, first])
    expect(list[0]).toMatchObject({ title: '照明车保养', dataType: 'note', steps: ['restore'] })
    expect(list[0]?.deletedByName).toBeTruthy()
    expect(Date.parse(list[0]?.erasedAt ?? '')).toBe(now + 30 * DAY)
  })

  test('is narrowed by type and by words of the title', async () => {
    expect((await bin('&keyWord=照明')).map(({ title }) => title)).toEqual(['照明车保养'])
    expect(await bin('&dataType=reply')).toEqual([])
    expect(await bin('&dataType=note')).toHaveLength(2)
  })

  test('an auditor reads it and is offered no restoring; others are refused', async () => {
    expect((await bin('', auditor)).map(({ steps }) => steps)).toEqual([[], []])
    expect((await app.get('/newapi/api/moderation/deleted', owner)).status).toBe(403)
    const [one] = await bin()
    const answer = await app.post(
      '/newapi/api/moderation/erase',
      { ids: [one?.id], reason: '不需要了' },
      auditor,
    )
    expect(answer.status).toBe(403)
  })
})

describe('restoring deleted items', () => {
  test('those that are deleted come back, another is refused by name of no item', async () => {
    const id = await deleted('误删一张')
    const { id: open } = await post('note/add', { title: '没有删除' }, owner)
    const answer = await post<{ done: number; results: { id: string; ok: boolean; status?: string }[] }>(
      'api/moderation/restore',
      { action: 'restore', items: [{ id }, { id: open }] },
      operator,
    )
    expect(answer.done).toBe(1)
    expect(answer.results.map(({ ok }) => ok)).toEqual([true, false])
    expect(answer.results[0]?.status).toBe('open')
    expect((await bin()).map((entry) => entry.id)).not.toContain(id)
  })
})

describe('erasing deleted items by hand', () => {
  test('the item goes with versions, history, drafts, comments and reactions, its files are released, the log says why', async () => {
    const id = await deleted('全部删除', { text: `<img src="/file/${FILE}">` })
    const { db } = app.services
    await db
      .insertInto('draft')
      .values({ userId: 'boss', form: 'note', key: id, body: {}, version: 1 })
      .execute()
    await db
      .insertInto('comment')
      .values({ id: 'c1', itemId: id, itemType: 'note', ownerId: 'writer', body: '好' })
      .execute()
    await db
      .insertInto('reaction')
      .values({ userId: 'boss', targetKind: 'comment', targetId: 'c1', kind: 'like' })
      .execute()
    await db
      .insertInto('reaction')
      .values({ userId: 'boss', targetKind: 'item', targetId: id, kind: 'collect' })
      .execute()
    await db
      .insertInto('file')
      .values({
        id: FILE,
        ownerId: 'writer',
        form: 'note',
        field: 'text',
        name: 'a.png',
        kind: 'png',
        size: 1,
        digest: 'x',
        attached: true,
      })
      .execute()
    expect((await count(id)).every((number) => number > 0)).toBe(true)
    const answer = await erase([id])
    expect(answer.code, answer.text).toBe(0)
    expect(await count(id)).toEqual([0, 0, 0, 0])
    expect(await db.selectFrom('comment').selectAll().where('itemId', '=', id).execute()).toEqual([])
    expect(await db.selectFrom('reaction').selectAll().execute()).toEqual([])
    const file = await db.selectFrom('file').select('attached').where('id', '=', FILE).executeTakeFirst()
    expect(file?.attached).toBe(false)
    const audit = await app.get<{ list: { action: string; detail: string; target: string }[] }>(
      '/newapi/operator/audit/list?action=publishing.erase',
      auditor,
    )
    expect(audit.data.list[0]).toMatchObject({ action: '彻底删除内容' })
    expect(audit.data.list[0]?.detail).toContain('测试数据，误录入')
    expect((await app.get(`/newapi/note/info/${id}`, operator)).status).toBe(404)
  })

  test('no reason, an item that is not deleted, one with items below or one that another locks: nothing is erased', async () => {
    const free = await deleted('可以删除')
    expect((await erase([free], '')).status).toBe(400)
    const { id: open } = await post('note/add', { title: '还在使用' }, owner)
    expect((await erase([free, open])).msg).toContain('已不在回收站')
    const { id: above } = await post('note/add', { title: '有答复的' }, owner)
    await post('reply/add', { title: '一条答复', noteId: above }, operator)
    await post('note/delete', { id: above }, owner)
    expect((await erase([free, above])).msg).toContain('“有答复的”仍有下级内容')
    const lent = await deleted('被借阅的')
    await app.services.db
      .insertInto('item')
      .values({
        id: 'loan',
        type: 'borrow',
        status: 'open',
        ownerId: 'boss',
        title: '借',
        body: { noteId: lent },
      })
      .execute()
    expect((await erase([free, lent])).msg).toContain('“被借阅的”仍被办理中的内容引用')
    expect((await bin()).map(({ id }) => id)).toContain(free)
    await app.services.db.deleteFrom('item').where('id', '=', 'loan').execute()
  })
})

describe('the retention of a deleted state', () => {
  test('items go when it is over, not before, and each batch stands in the audit log', async () => {
    const run = () => new Scheduler(app.services, [retentionTask]).runDue()
    const early = await deleted('三十天前')
    await goTo(29)
    const late = await deleted('昨天删除')
    await run()
    expect((await bin()).map(({ id }) => id)).toContain(early)
    await goTo(31)
    const preview = await app.get<{ list: { title: string; period: string; entries: number }[] }>(
      '/newapi/operator/retention/list?limit=50',
      operator,
    )
    const rule = preview.data.list.find(({ title }) => title === '便签：回收站中的内容')
    expect(rule?.period).toBe('删除后 30 天')
    await run()
    const left = (await bin()).map(({ id, title }) => [id, title])
    // What has an item below stays.
    expect(left.map(([, title]) => title)).toEqual(['昨天删除', '有答复的'])
    expect(left[0]?.[0]).toBe(late)
    expect(await count(early)).toEqual([0, 0, 0, 0])
    const entries = await app.services.db
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'retention.erase')
      .where('target', '=', 'note')
      .execute()
    expect(entries.map(({ detail }) => detail?.entries)).toEqual([rule?.entries])
  })
})
