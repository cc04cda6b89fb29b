// Tests lists over all content types: own publications, the moderation queue, reports.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAll } from '../support/sign-in-all.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

interface Row {
  readonly id: string
  readonly dataType: string
  readonly title: string
  readonly status?: string
  readonly statusReason?: string | null
}
interface List {
  readonly list: readonly Row[]
  readonly totalCount: number
}

let app: TestApp
const tokens: Record<string, string> = {}
const ids: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  Object.assign(tokens, await signInAll(app, { author: 'unit', other: 'supplier', operator: 'operator' }))
  const question = (title: string) => ({ title, sysCategoryId: 'C04' })
  const note = { title: '页面差错', content: '列表中的日期与原文不一致，请核对。' }
  for (const [name, path, body] of [
    ['first', '/newapi/zhihu/add', question('第一个问题怎么办？')],
    ['second', '/newapi/zhihu/add', question('第二个问题怎么办？')],
    ['note', '/newapi/api/mobile/avicfeedback/save', note],
  ] as const)
    ids[name] = (await app.post<{ id: string }>(path, body, { token: tokens.author })).data.id
})
afterAll(() => app.close())

const list = async (path: string, token: string | undefined): Promise<List> =>
  (await app.get<List>(path, { token })).data
const mine = (who: string, query = '') => list(`/newapi/api/publication/list${query}`, tokens[who])
const queue = (query = '') => list(`/newapi/api/moderation/queue${query}`, tokens.operator)
const idsOf = ({ list: rows }: List) => rows.map(({ id }) => id).sort()

describe('own publications (GET /newapi/api/publication/list)', () => {
  test('list the submitted items of every type of the signed-in account only', async () => {
    expect(idsOf(await mine('author'))).toEqual([ids.first, ids.second, ids.note].sort())
    expect(await mine('other')).toMatchObject({ totalCount: 0 })
    expect((await app.get('/newapi/api/publication/list')).status).toBe(401)
  })

  test('return state and reason, and are filtered by type and state', async () => {
    const refuse = `/newapi/zhihu/refuse?id=${ids.first}&reason=${encodeURIComponent('请补充型号')}`
    expect((await app.get(refuse, { token: tokens.operator })).status).toBe(200)
    const { list: refused } = await mine('author', '?status=refused&dataType=zhihu')
    expect(refused).toMatchObject([
      {
        id: ids.first,
        dataType: 'zhihu',
        status: 'refused',
        statusReason: '请补充型号',
        statusWords: '审核意见',
      },
    ])
    expect(await mine('author', '?dataType=video')).toMatchObject({ totalCount: 0 })
    const { data } = await app.get<Row>(`/newapi/zhihu/info/${ids.first}`, { token: tokens.author })
    expect(data.statusReason).toBe('请补充型号')
    expect((await app.get(`/newapi/zhihu/info/${ids.first}`, { token: tokens.other })).status).toBe(404)
  })
})

describe('moderation queue (GET /newapi/api/moderation/queue)', () => {
  test('lists pending items of every type, for operators only', async () => {
    expect(idsOf(await queue())).toEqual([ids.second, ids.note].sort())
    expect(idsOf(await queue('?dataType=feedback'))).toEqual([ids.note])
    // Videos wait in the state that questions wait in.
    expect(await queue('?dataType=video')).toMatchObject({ list: [], totalCount: 0 })
    expect((await app.get('/newapi/api/moderation/queue', { token: tokens.author })).status).toBe(403)
  })

  test('drops a decided item, and the author reads the answer', async () => {
    await app.get(`/newapi/zhihu/online?id=${ids.second}`, { token: tokens.operator })
    const answer = encodeURIComponent('已更正，谢谢。')
    const handled = `/newapi/operator/feedback/handle?id=${ids.note}`
    expect((await app.get(handled, { token: tokens.operator })).status).toBe(400)
    expect((await app.get(`${handled}&reason=${answer}`, { token: tokens.operator })).status).toBe(200)
    expect(await queue()).toMatchObject({ totalCount: 0 })
    const { list: notes } = await list('/newapi/feedback/mine?mine=true', tokens.author)
    expect(notes).toMatchObject([{ id: ids.note, status: 'handled', statusReason: '已更正，谢谢。' }])
    expect(await list('/newapi/feedback/mine?mine=true', tokens.other)).toMatchObject({ totalCount: 0 })
  })
})

test('the offline action shows the hint 发布者会看到 to an operator, not to the owner of the item', async () => {
  const wordsFor = async (who: string) => {
    const path = `/newapi/zhihu/info/${ids.second}`
    const { data } = await app.get<Row & { actions: { action: string; words?: object }[] }>(path, {
      token: tokens[who],
    })
    return data.actions.find(({ action }) => action === 'offline')
  }
  expect(await wordsFor('author')).not.toHaveProperty('words')
  expect(await wordsFor('operator')).toMatchObject({ words: { help: '发布者会看到' } })
})

describe('report of an item', () => {
  const report = (dataId: string, token = tokens.other) =>
    app.post<{ id: string }>(
      '/newapi/api/avicreport/report',
      { dataType: 'zhihu', dataId, reason: '1', content: '回答中的参数与铭牌不一致。' },
      { token },
    )

  test('is accepted for an item that the reporter may read, and refused for other items', async () => {
    expect((await report(ids.second ?? '')).status).toBe(200)
    expect((await report(ids.first ?? '')).status).toBe(400)
    expect((await report(ids.note ?? '')).status).toBe(400)
  })

  test('is shown to operators with the title of the item, and not to the owner of the item', async () => {
    const [row] = (await queue('?dataType=report')).list
    const path = `/newapi/api/avicreport/info/${row?.id}`
    const { data } = await app.get<Record<string, unknown>>(path, { token: tokens.operator })
    expect(data).toMatchObject({ dataId: ids.second, dataIdTitle: '第二个问题怎么办？' })
    expect((await app.get(path, { token: tokens.author })).status).toBe(404)
  })
})
