// Tests retention: personal data go by themselves when their time is over, unless something under way needs them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { retentionTask } from '#server/personal-data/retention.ts'
import { Scheduler } from '#server/platform/scheduler/scheduler.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'
import { noteModel } from './support.ts'

const DAY = 86_400_000
const START = Date.parse('2026-01-05T01:00:00Z')
const FIELDS = {
  nickname: { type: 'string', title: '昵称', maxLength: 40, 'x-personal': true, 'x-search': 'B' },
  phone: {
    type: 'string',
    title: '电话',
    maxLength: 40,
    'x-personal': { purpose: '回电', retention: { days: 30 } },
  },
}

let app: TestApp
let now = START
let owner: { token: string }
let operator: { token: string }

beforeAll(async () => {
  const model = await noteModel(FIELDS, { purpose: '办理便签', retention: { years: 1 } })
  app = await createTestApp({ model, clock: () => new Date(now) })
}, 120_000)
afterAll(() => app?.close())

/** Sessions end on the way. */
async function goTo(day: number): Promise<void> {
  now = START + day * DAY
  owner = { token: await app.signIn('writer', 'unit') }
  operator = { token: await app.signIn('boss', 'operator') }
}
const post = async (path: string, body: object, by: { token: string }) => {
  const { data, code, text } = await app.post<{ id: string }>(`/newapi/${path}`, body, by)
  expect(code, text).toBe(0)
  return data.id
}
const addNote = (title: string) =>
  post('note/add', { title, nickname: '暗号甲', phone: '010-12345678' }, owner)
const settled = async (title: string) => {
  const id = await addNote(title)
  await post('note/settle', { id }, operator)
  return id
}
const read = async (id: string) =>
  (await app.get<Record<string, unknown>>(`/newapi/note/info/${id}`, owner)).data
const run = () => new Scheduler(app.services, [retentionTask]).runDue()
/** The audit entries of notes. */
const ofNotes = async () => {
  const rows = await app.services.db
    .selectFrom('audit')
    .select(['actor', 'target', 'detail'])
    .where('action', '=', 'retention.erase')
    .where('target', '=', 'note')
    .orderBy('id')
    .execute()
  return rows.map(({ actor, target, detail }) => [actor, target, detail?.entries])
}
const preview = async (title: string) => {
  const { data } = await app.get<{ list: { title: string; entries: number; period: string }[] }>(
    '/newapi/operator/retention/list?limit=50',
    operator,
  )
  const found = data.list.find((rule) => rule.title === title)
  return [found?.period, found?.entries]
}

describe('the retention of a content type', () => {
  let done: string
  let open: string
  let borrowed: string
  let answered: string

  beforeAll(async () => {
    await goTo(0)
    done = await settled('水带存放')
    open = await addNote('仍在办理')
    borrowed = await settled('已被借阅')
    await post('borrow/add', { title: '借阅一次', noteId: borrowed }, operator)
    answered = await settled('答复未完')
    await post('reply/add', { title: '正在答复', noteId: answered }, operator)
    await run()
  })

  test('a field goes after its own 30 days, the others of the type stay', async () => {
    await goTo(29)
    await run()
    expect(await read(done)).toMatchObject({ phone: '010-12345678' })
    await goTo(31)
    expect(await preview('便签：电话')).toEqual(['办结后 30 天', 1])
    await run()
    const note = await read(done)
    expect(note.phone).toBeNull()
    expect(note).toMatchObject({ title: '水带存放', nickname: '暗号甲' })
    expect(await ofNotes()).toEqual([[null, 'note', 1]])
  })

  test('all personal fields go a year after the end, with the search terms and an audit entry', async () => {
    await goTo(366)
    expect(await preview('便签：昵称')).toEqual(['办结后 1 年', 1])
    // The preview erases nothing.
    expect(await preview('便签：昵称')).toEqual(['办结后 1 年', 1])
    await run()
    expect((await read(done)).nickname).toBeNull()
    const { search } = await app.services.db
      .selectFrom('item')
      .select('search')
      .where('id', '=', done)
      .executeTakeFirstOrThrow()
    expect(search).not.toContain('暗号')
    expect(await ofNotes()).toEqual([
      [null, 'note', 1],
      [null, 'note', 1],
    ])
    expect(await preview('便签：昵称')).toEqual(['办结后 1 年', 0])
    const audit = await app.get<{ list: { action: string; detail: string }[] }>(
      '/newapi/operator/audit/list?action=retention.erase',
      operator,
    )
    expect(audit.data.list.map(({ action }) => action)).toContain('删除保存期限届满的个人信息与内容')
    expect(audit.data.list.map(({ detail }) => detail)).toContain(
      '条数：1；名称：便签：昵称；保存期限：办结后 1 年',
    )
  })

  test('an open item, one that another locks and one with an open item below keep theirs until these end', async () => {
    for (const id of [open, borrowed, answered]) expect(await read(id)).toMatchObject({ nickname: '暗号甲' })
    const { db } = app.services
    await db.updateTable('item').set({ status: 'settled' }).where('type', 'in', ['borrow', 'reply']).execute()
    await goTo(368)
    await run()
    for (const id of [borrowed, answered]) expect((await read(id)).nickname).toBeNull()
    expect(await read(open)).toMatchObject({ nickname: '暗号甲' })
    // What a reply copied from its note goes too.
    const { rows } = {
      rows: await db.selectFrom('item').select('body').where('type', '=', 'reply').execute(),
    }
    expect(rows.map(({ body }) => body.caller)).toEqual([undefined])
  })

  test('many items go in batches, each with its audit entry, once for two processes that run at the same time', async () => {
    await goTo(400)
    const since = new Date(now)
    await app.services.db
      .insertInto('item')
      .values(
        Array.from({ length: 450 }, (_, index) => ({
          id: `many-${index}`,
          type: 'note',
          status: 'settled',
          ownerId: 'writer',
          title: `第 ${index} 张`,
          body: { title: `第 ${index} 张`, nickname: '暗号丙' },
          statusSince: since,
        })),
      )
      .execute()
    await goTo(766)
    const before = (await ofNotes()).length
    await Promise.all([run(), run()])
    const counts = (await ofNotes()).slice(before)
    expect(counts.map(([, , count]) => count)).toEqual([200, 200, 50])
    const many = await app.services.db
      .selectFrom('item')
      .select('body')
      .where('id', 'like', 'many-%')
      .execute()
    expect(many.filter(({ body }) => 'nickname' in body)).toEqual([])
  })
})

describe('the retention of the program’s tables', () => {
  test('views, searches, drafts, notices, sessions and old messages go, current ones stay', async () => {
    await goTo(1000)
    const { db } = app.services
    const old = new Date(now - 1200 * DAY)
    const recent = new Date(now - DAY)
    for (const [key, at] of [
      ['old', old],
      ['new', recent],
    ] as const) {
      await db.insertInto('viewRecord').values({ userId: 'writer', itemId: key, viewedAt: at }).execute()
      await db.insertInto('searchRecord').values({ userId: 'writer', keyWord: key, searchedAt: at }).execute()
      await db
        .insertInto('draft')
        .values({ userId: 'writer', form: 'note', key, body: {}, version: 1, updatedAt: at })
        .execute()
      await db
        .insertInto('notice')
        .values({
          id: key,
          userId: 'writer',
          template: 'x',
          kind: '1',
          title: key,
          content: key,
          cause: key,
          params: null,
          createdAt: at,
        })
        .execute()
      await db
        .insertInto('session')
        .values({ tokenHash: key, accountId: 'writer', createdAt: at, lastSeenAt: at })
        .execute()
      await db
        .insertInto('message')
        .values({
          id: key,
          threadId: key,
          senderId: 'writer',
          addressed: 'x',
          kind: '1',
          title: key,
          content: key,
          attachments: '[]',
          createdAt: at,
        })
        .execute()
      await db.insertInto('messageCopy').values({ messageId: key, userId: 'boss' }).execute()
      await db
        .insertInto('delegation')
        .values({
          id: key,
          userId: 'writer',
          delegateId: 'boss',
          fromDay: '2020-01-01',
          untilDay: at.toISOString().slice(0, 10),
          createdAt: at,
        })
        .execute()
    }
    await run()
    const columns = [
      ['viewRecord', 'itemId'],
      ['searchRecord', 'keyWord'],
      ['draft', 'key'],
      ['notice', 'id'],
      ['message', 'id'],
      ['messageCopy', 'messageId'],
      ['delegation', 'id'],
    ] as const
    for (const [table, column] of columns) {
      const rows = await db
        .selectFrom(table as 'draft')
        .select(column as 'key')
        .execute()
      expect(
        rows.map((row) => Object.values(row)[0]),
        table,
      ).toEqual(['new'])
    }
    const sessions = await db.selectFrom('session').select('tokenHash').execute()
    expect(sessions.map(({ tokenHash }) => tokenHash)).not.toContain('old')
    expect(sessions.map(({ tokenHash }) => tokenHash)).toContain('new')
  })

  test('a refused registration loses its answers after a year; one that waits keeps them', async () => {
    const { db } = app.services
    const row = {
      passwordHash: '!',
      role: 'unit',
      name: '某人',
      form: 'registerUnit',
      application: { address: '某处' },
    }
    const updatedAt = new Date(now - 366 * DAY)
    await db
      .insertInto('account')
      .values([
        { ...row, id: 'refused', userName: 'refused', status: 'refused', updatedAt },
        { ...row, id: 'waiting', userName: 'waiting', status: 'pending', updatedAt },
      ])
      .execute()
    now += DAY
    await run()
    const rows = await db
      .selectFrom('account')
      .select(['id', 'application'])
      .where('id', 'in', ['refused', 'waiting'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { id: 'refused', application: null },
      { id: 'waiting', application: { address: '某处' } },
    ])
  })
})
