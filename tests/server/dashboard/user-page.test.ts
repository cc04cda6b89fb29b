// Tests the user centre over HTTP: own items, drafts, comments, likes, folders and browsing history.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { draftKey } from '#shared/forms/draft-key.ts'
import { portalFiles } from '../../support/portal-files.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

type Row = Readonly<Record<string, unknown>>
interface List {
  readonly list: readonly Row[]
  readonly totalCount: number
}

/** Nothing but its own file says that it is there. */
const WISH = {
  $schema: '../config/content-type.schema.json',
  version: 1,
  title: '装备心愿',
  lifecycle: 'wishing',
  fields: {
    type: 'object',
    required: ['title'],
    properties: { title: { type: 'string', title: '心愿', minLength: 2, maxLength: 40, 'x-search': 'A' } },
  },
  endpoints: {
    list: 'GET /wish/list',
    info: 'GET /wish/info/{id}',
    add: 'POST /wish/add',
    view: 'GET /wish/view',
    online: 'GET /wish/online',
  },
}

const WISHING = {
  $schema: '../config/lifecycle.schema.json',
  title: '心愿',
  initial: 'pending',
  states: {
    pending: { title: '待审核', editable: true, readers: ['owner', 'operator'] },
    online: { title: '已上线', public: true },
    deleted: { title: '已删除', gone: true, final: true, readers: ['operator'] },
  },
  transitions: [
    { action: 'online', title: '上线', from: ['pending'], to: 'online', by: ['operator'] },
    { action: 'delete', title: '删除', from: ['pending', 'online'], to: 'deleted', by: ['operator'] },
  ],
}

let app: TestApp
let me: string
let other: string
let operator: string
let now = new Date('2026-11-20T08:00:00Z')

beforeAll(async () => {
  const files = portalFiles()
    .set('schemas/content/wish.json', JSON.stringify(WISH))
    .set('schemas/lifecycles/wishing.json', JSON.stringify(WISHING))
  const result = checkConfiguration(files)
  if (!result.ok) throw new Error(JSON.stringify(result.problems.slice(0, 3)))
  app = await createTestApp({ model: result.model, clock: () => now })
  me = await app.signIn('me')
  other = await app.signIn('other', 'expert')
  operator = await app.signIn('boss', 'operator')
}, 240_000)
afterAll(() => app.close())

async function list(path: string, token = me): Promise<List> {
  const { data, text, status } = await app.get<List>(`/newapi${path}`, { token })
  if (status !== 200) throw new Error(text)
  return data
}
async function send<T = Row>(path: string, body: unknown, token = me): Promise<T> {
  const { data, text, status } = await app.post<T>(`/newapi${path}`, body, { token })
  if (status !== 200) throw new Error(text)
  return data
}
/** Beyond the half hour in which a view counts once; sessions end in it too. */
async function later(): Promise<void> {
  now = new Date(now.getTime() + 31 * 60_000)
  me = await app.signIn('me')
  other = await app.signIn('other')
}
const call = async (path: string, token: string) => {
  const { status, text } = await app.get(`/newapi${path}`, { token })
  if (status !== 200) throw new Error(text)
}

let question: string
async function ask(token: string, title: string, { publish = true } = {}): Promise<string> {
  const { id } = await send('/zhihu/add', { title, sysCategoryId: 'C04' }, token)
  if (publish) await call(`/zhihu/online?id=${id}`, operator)
  return String(id)
}

describe('own items of an account', () => {
  test('include items of a type that only its file declares, with state and nextStep', async () => {
    const { id } = await send('/wish/add', { title: '想要更轻的水泵' })
    const { list: rows } = await list('/api/publication/list?dataType=wish')
    expect(rows).toMatchObject([
      {
        id,
        type: 'wish',
        title: '想要更轻的水泵',
        status: 'pending',
        nextStep: '等待运营人员',
      },
    ])
    expect((await list('/api/publication/list', other)).list).toEqual([])
    const kinds = app.source.model.dictionaries.find(({ name }) => name === 'ownType')?.items
    expect(kinds).toContainEqual({ value: 'wish', label: '装备心愿' })
    expect(kinds?.map(({ value }) => value)).not.toContain('news')
  })

  test('include items of a type without a public page', async () => {
    await send('/api/mobile/avicfeedback/save', {
      title: '搜索不好用',
      content: '搜索两个字没有结果，请改进一下',
    })
    const types = (await list('/api/publication/list')).list.map(({ type }) => type)
    expect(types).toContain('feedback')
  })

  test('are to-dos of their owner alone after they are sent back, with the last changed first', async () => {
    const id = await ask(me, '水带多久检查一次？', { publish: false })
    expect((await list('/userPage/todo')).list).toEqual([])
    await call(`/zhihu/refuse?id=${id}&reason=${encodeURIComponent('请补充型号')}`, operator)
    const { list: rows } = await list('/userPage/todo')
    expect(rows).toMatchObject([{ id, status: 'refused', turn: expect.stringMatching(/^请修改后“.+”/) }])
    expect(await list('/userPage/todo?page=2&limit=10')).toMatchObject({ list: [], totalCount: 1 })
    expect((await list('/userPage/todo', other)).list).toEqual([])
    now = new Date(now.getTime() + 60_000)
    const later = await ask(me, '水带破了怎么补？', { publish: false })
    await call(`/zhihu/refuse?id=${later}&reason=${encodeURIComponent('请补充型号')}`, operator)
    const idsOf = async (query: string) => (await list(`/userPage/todo?${query}`)).list.map((row) => row.id)
    expect(await idsOf('limit=10'), 'what changed last comes first').toEqual([later, id])
    expect([await idsOf('limit=1&page=1'), await idsOf('limit=1&page=2')]).toEqual([[later], [id]])
    const counts = await app.get<readonly Row[]>('/newapi/userPage/counts', { token: me })
    expect(counts.data).toContainEqual({ type: 'todo', title: '待我办理', count: 2 })
  })
})

describe('drafts of an account', () => {
  test('are stored separately for each parent item and link to its form page', async () => {
    const form = 'demandScheme'
    const page = app.source.model.pages.find(({ path }) => path === '/schemePublish')
    if (page?.kind !== 'form') throw new Error('the page of schemes is no form')
    const keys = ['D002', 'D004'].map((demandId) => draftKey(page, { demandId }))
    expect(new Set([...keys, draftKey(page, {})]).size).toBe(3)
    for (const key of keys) await send('/api/draft', { form, key, version: 1, data: {} })
    const addresses = (await list('/userPage/drafts')).list.map(({ address }) => address)
    expect(addresses).toEqual(
      expect.arrayContaining([`${page.path}?demandId=D002`, `${page.path}?demandId=D004`]),
    )
    for (const key of keys) await send('/api/draft/remove', { form, key })
  })

  test('have the address where they are continued, or null, and a default title', async () => {
    await send('/api/draft', { form: 'zhihu', key: 'new', version: 1, data: { title: '半个问题' } })
    await send('/api/draft', { form: 'demandScheme', key: 'new:D1', version: 1, data: {} })
    await send('/api/draft', { form: 'zhihu', key: 'abc123', version: 1, data: {} })
    const { list: rows } = await list('/userPage/drafts')
    const by = Object.fromEntries(rows.map((row) => [row.id, row]))
    expect(by['zhihu:new']).toMatchObject({ title: '半个问题', address: expect.stringMatching(/^\/[^?]+$/) })
    expect(by['demandScheme:new:D1']).toMatchObject({
      title: '未命名的需求方案',
      address: expect.stringMatching(/\?demandId=D1$/),
    })
    // The page that edits keeps no drafts any more.
    expect(by['zhihu:abc123']).toMatchObject({ address: null })
    await send('/api/draft/remove', { form: 'zhihu', key: 'abc123' })
    expect((await list('/userPage/drafts')).totalCount).toBe(2)
    expect((await list('/userPage/drafts', other)).totalCount).toBe(0)
  })

  describe('drafts stored as items', () => {
    let maker: string
    const drafts = async () => (await list('/userPage/drafts', maker)).list
    const counted = async () => {
      const { data } = await app.get<readonly Row[]>('/newapi/userPage/counts', { token: maker })
      return data.find(({ type }) => type === 'drafts')?.count
    }
    const begin = async (stationName: string) =>
      String((await send('/erdha/submit?submit=false', { stationName }, maker)).id)
    beforeAll(async () => {
      maker = await app.signIn('maker', 'supplier')
    })

    test('are listed and counted among form drafts, with their edit address', async () => {
      await send('/api/draft', { form: 'zhihu', key: 'new', version: 1, data: {} }, maker)
      const id = await begin('写了一半的中继台')
      const rows = await drafts()
      expect(rows).toContainEqual({
        id,
        title: '写了一半的中继台',
        type: 'radioDeclaration',
        form: 'radioDeclaration',
        formTitle: '无线电申报',
        key: id,
        status: 'draft',
        address: `/wirelessRadioChange?id=${id}`,
        updatedAt: now.toISOString(),
      })
      expect(rows).toContainEqual(expect.objectContaining({ id: 'zhihu:new', type: null, status: null }))
      expect(rows).toHaveLength(2)
      expect(await counted()).toBe(2)
      expect((await list('/userPage/drafts', other)).totalCount).toBe(0)
      const pages = await Promise.all(
        [1, 2, 3].map(async (page) => (await list(`/userPage/drafts?limit=1&page=${page}`, maker)).list),
      )
      expect(pages.flat()).toEqual(rows)
    })

    test('are merged with the form draft of the same item', async () => {
      const [{ id: first } = { id: '' }] = (await drafts()).filter(({ status }) => status !== null)
      const kept = { form: 'radioDeclaration', key: first }
      await send('/api/draft', { ...kept, version: 1, data: { stationName: '表单里又改过' } }, maker)
      expect((await drafts()).filter(({ key }) => key === first)).toMatchObject([
        { title: '表单里又改过', status: null, address: `/wirelessRadioChange?id=${first}` },
      ])
      expect(await counted()).toBe(2)
      await send('/api/draft/remove', kept, maker)
      expect((await drafts()).filter(({ key }) => key === first)).toMatchObject([{ status: 'draft' }])
    })

    test('disappear from the list and from the count after deletion', async () => {
      const [{ id } = { id: '' }] = (await drafts()).filter(({ status }) => status !== null)
      await call(`/erdha/delete?id=${id}`, maker)
      expect((await drafts()).map(({ status }) => status)).toEqual([null])
      expect(await counted()).toBe(1)
    })
  })
})

describe('comments and likes of an account', () => {
  test('include sent and received comments, and the writer alone deletes a comment', async () => {
    question = await ask(other, '排涝泵怎么选型？')
    const { id } = await send('/zhihuInfoComment/add', { dataId: question, content: '看流量与扬程' })
    expect((await list('/userPage/comments')).list).toMatchObject([
      {
        id,
        content: '看流量与扬程',
        dataId: question,
        dataTitle: '排涝泵怎么选型？',
        dataType: 'zhihu',
        status: 'online',
      },
    ])
    expect((await list('/userPage/receivedComments', other)).list).toMatchObject([
      { id, kind: '评论', ownerName: '用户 me', dataTitle: '排涝泵怎么选型？' },
    ])
    await send(
      '/zhihuInfoComment/add',
      { dataId: question, content: '谢谢，扬程怎么算？', replyTo: id },
      other,
    )
    expect((await list('/userPage/receivedComments')).list).toMatchObject([
      { kind: '回复', content: '谢谢，扬程怎么算？', ownerName: '用户 other' },
    ])
    const foreign = await app.post('/newapi/userPage/removeComment', { id }, { token: other })
    expect(foreign.status).toBe(404)
    await send('/userPage/removeComment', { id })
    expect((await list('/userPage/comments')).list).toEqual([])
    expect((await list('/userPage/receivedComments', other)).list).toEqual([])
    const again = await app.post('/newapi/userPage/removeComment', { id }, { token: me })
    expect(again.status).toBe(404)
  })

  test('include a like only while the liked item is public', async () => {
    await call(`/zhihu/like?id=${question}`, me)
    expect((await list('/userPage/likes?keyword=排涝')).list).toMatchObject([
      { id: question, dataType: 'zhihu' },
    ])
    expect((await list('/userPage/likes', other)).totalCount).toBe(0)
    await call(`/zhihu/offline?id=${question}`, other)
    expect((await list('/userPage/likes')).totalCount).toBe(0)
    await call(`/zhihu/online?id=${question}`, other)
  })
})

describe('folders of collected items', () => {
  test('are created by moving items into them, and renamed, emptied and deleted by their owner only', async () => {
    const second = await ask(other, '冲锋舟怎么保养？')
    for (const dataId of [question, second]) await send('/api/collect', { dataId, dataType: 'zhihu' })
    const moved = await send('/userPage/moveToFolder', { ids: [question, second], reason: ' 排涝 ' })
    expect(moved).toEqual({ moved: 2, folder: '排涝' })
    const [folder] = (await list('/userPage/folders')).list as [Row]
    expect(folder).toMatchObject({ name: '排涝', itemCount: 2 })
    expect((await list(`/api/collect/list?folderId=${folder.id}`)).list).toMatchObject([
      { folderName: '排涝' },
      { folderName: '排涝' },
    ])
    await send('/userPage/moveToFolder', { dataId: second })
    expect((await list(`/api/collect/list?folderId=${folder.id}`)).totalCount).toBe(1)
    await send('/userPage/moveToFolder', { dataId: second, reason: '舟艇' })
    const taken = await app.post(
      '/newapi/userPage/renameFolder',
      { id: folder.id, reason: '舟艇' },
      { token: me },
    )
    expect([taken.status, taken.errors?.[0]?.path]).toEqual([400, '/reason'])
    await send('/userPage/renameFolder', { id: folder.id, reason: '水泵' })
    for (const path of ['renameFolder', 'removeFolder']) {
      const foreign = await app.post(
        `/newapi/userPage/${path}`,
        { id: folder.id, reason: '抢' },
        { token: other },
      )
      expect([400, 404]).toContain(foreign.status)
    }
    expect((await list(`/api/collect/list?folderId=${folder.id}`, other)).totalCount).toBe(0)
    await send('/userPage/removeFolder', { id: folder.id })
    expect((await list('/api/collect/list')).totalCount).toBe(2)
    expect((await list('/userPage/folders')).list.map(({ name }) => name)).toEqual(['舟艇'])
    const nothing = await app.post(
      '/newapi/userPage/moveToFolder',
      { dataId: 'nothing', reason: '舟艇' },
      { token: me },
    )
    expect(nothing.status).toBe(404)
  })
})

describe('browsing history', () => {
  test('counts views once in half an hour for signed-in accounts and is cleared by its owner only', async () => {
    await call(`/zhihu/view?id=${question}`, me)
    await call(`/zhihu/view?id=${question}`, me)
    expect((await list('/userPage/views')).list).toMatchObject([{ id: question, times: 1 }])
    await later()
    await send('/api/pv', { dataId: question, dataType: 'zhihu' })
    expect((await list('/userPage/views')).list).toMatchObject([
      { id: question, times: 2, viewedAt: now.toISOString() },
    ])
    expect((await list('/userPage/views', other)).totalCount).toBe(0)
    expect(await send('/userPage/forgetViews', { dataId: question }, other)).toEqual({ deleted: 0 })
    const exported = await app.get<Record<string, readonly Row[]>>('/newapi/api/account/export', {
      token: me,
    })
    expect(exported.data.views).toMatchObject([{ itemId: question, times: 2 }])
    expect(exported.data.folders).toMatchObject([{ name: '舟艇' }])
    expect(await send('/userPage/forgetViews', {})).toEqual({ deleted: 1 })
    expect((await list('/userPage/views')).totalCount).toBe(0)
  })

  test('deletes views older than half a year and all but the newest 200', async () => {
    const { db } = app.services
    const at = (days: number) => new Date(now.getTime() - days * 86_400_000)
    const rows = Array.from({ length: 210 }, (_, place) => ({
      userId: 'me',
      itemId: `x${place}`,
      viewedAt: at(place / 10),
    }))
    await db
      .insertInto('viewRecord')
      .values([...rows, { userId: 'me', itemId: 'old', viewedAt: at(181) }])
      .execute()
    await later()
    await call(`/zhihu/view?id=${question}`, me)
    const kept = await db.selectFrom('viewRecord').select('itemId').where('userId', '=', 'me').execute()
    expect(kept).toHaveLength(200)
    expect(kept.map(({ itemId }) => itemId)).not.toContain('old')
    expect(kept.map(({ itemId }) => itemId)).toContain(question)
  })
})

test('the lists below /userPage refuse visitors with 401', async () => {
  const paths = ['todo', 'counts', 'drafts', 'comments', 'receivedComments', 'likes', 'views', 'folders']
  for (const path of paths)
    expect([path, (await app.get(`/newapi/userPage/${path}`)).status]).toEqual([path, 401])
})
