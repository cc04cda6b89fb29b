// Tests comments: deletion by their authors, reports by readers, decisions by operators.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { openStage, type Paged, type Stage, type Who } from '../pending-changes/people.ts'

interface Comment {
  readonly id: string
  readonly content: string
  readonly status: string
  readonly reason: string | null
  readonly mine: boolean
  readonly reported: boolean
  readonly reportCount: number
  readonly reportReasons: readonly string[]
  readonly dataTitle: string
  readonly dataType: string
  readonly dataId: string
  readonly statusReason: string | null
  readonly commentCount: number
  readonly replies: readonly Comment[]
}

describe.each(ONE_DATABASE)('comments on $name', (database) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(database)
  })
  afterAll(() => stage.app.close())

  const say = (who: Who, dataId: string, content: string, replyTo?: string) =>
    stage.post<Comment>(who, '/deliverInfoComment/add', { dataId, content, ...(replyTo ? { replyTo } : {}) })
  const shown = async (who: Who, dataId: string) =>
    (await stage.get<Paged<Comment>>(who, `/deliverInfoComment/list?dataId=${dataId}`)).data
  const desk = async (query = '', who: Who = 'operator') =>
    (await stage.get<Paged<Comment>>(who, `/operator/comment/list?limit=50${query}`)).data
  const judge = (action: string, ids: readonly string[], reason?: string, who: Who = 'operator') =>
    stage.post<Comment>(who, `/operator/comment/${action}`, { ids, ...(reason ? { reason } : {}) })
  const report = (who: Who, id: string, reason = '2') =>
    stage.post<Comment>(who, '/deliverInfoComment/report', { id, reason })
  /** CNT-06: the counter equals what a visitor sees. */
  const expectTrueCount = async (dataId: string) => {
    const { list } = await shown('guest', dataId)
    const all = list.flatMap((comment) => [comment, ...comment.replies])
    const { commentCount } = await stage.read('guest', dataId)
    expect(commentCount).toBe(all.filter(({ status }) => status === 'online').length)
  }

  test('CNT-06 are deleted by their author only, and a placeholder remains above replies', async () => {
    const dataId = await stage.write('评论可以删除的稿件')
    const { id } = (await say('other', dataId, '第一条评论')).data
    const reply = (await say('author', dataId, '回复第一条', id)).data.id
    const lone = (await say('other', dataId, '没有回复的评论')).data.id
    expect((await stage.get('author', `/deliverInfoComment/delete?id=${id}`)).status).toBe(403)
    expect((await stage.get('guest', `/deliverInfoComment/delete?id=${id}`)).status).toBe(401)
    for (const own of [id, lone])
      expect((await stage.get('other', `/deliverInfoComment/delete?id=${own}`)).status).toBe(200)
    expect((await stage.get('other', `/deliverInfoComment/delete?id=${id}`)).status).toBe(404)
    const { list, totalCount } = await shown('guest', dataId)
    expect([list.map((one) => one.id), totalCount]).toEqual([[id], 1])
    expect(list[0]).toMatchObject({
      content: '该评论已删除',
      status: 'deleted',
      ownerName: null,
      ownerId: null,
    })
    expect(JSON.stringify(list)).not.toContain('第一条评论')
    await expectTrueCount(dataId)
    await stage.get('author', `/deliverInfoComment/delete?id=${reply}`)
    expect(await shown('guest', dataId)).toMatchObject({ totalCount: 0 })
    expect((await stage.read('guest', dataId)).commentCount).toBe(0)
  })

  test('CNT-06 are reported once by each account and listed to operators until a decision', async () => {
    const dataId = await stage.write('评论被人举报的稿件')
    const { id } = (await say('author', dataId, '本店低价出售，欢迎来电')).data
    expect((await report('guest', id)).status).toBe(401)
    expect((await report('author', id)).status).toBe(400)
    expect((await report('other', id, '不存在')).status).toBe(400)
    expect((await report('other', id)).data).toMatchObject({ reported: true })
    const entries = () => stage.app.services.db.selectFrom('audit').select('id').execute()
    const before = (await entries()).length
    expect((await report('other', id, '3')).status).toBe(200)
    expect((await entries()).length).toBe(before)
    expect((await shown('other', dataId)).list[0]).toMatchObject({ reported: true })
    expect((await desk('&reported=true')).list.find((entry) => entry.id === id)).toMatchObject({
      reportCount: 1,
      reportReasons: ['2'],
      dataTitle: '评论被人举报的稿件',
      dataType: 'deliver',
      dataId,
    })
    expect((await judge('refuse', [id])).status).toBe(400)
    expect((await judge('refuse', [id], '广告', 'other')).status).toBe(403)
    expect((await judge('refuse', [id], '广告', 'auditor')).status).toBe(403)
    expect((await judge('refuse', [id], '广告')).status).toBe(200)
    expect(await shown('guest', dataId)).toMatchObject({ totalCount: 0 })
    expect((await shown('author', dataId)).list[0]).toMatchObject({ status: 'refused', reason: '广告' })
    expect((await desk('&reported=true')).list.map((entry) => entry.id)).not.toContain(id)
    await expectTrueCount(dataId)
  })

  test.each([
    ['its author', (id: string) => stage.get('author', `/deliverInfoComment/delete?id=${id}`)],
    [
      'its author in the user centre',
      (id: string) => stage.post('author', '/userPage/removeComment', { id }),
    ],
    ['an operator', (id: string) => judge('delete', [id])],
  ] as const)('notify the account that reported a comment when %s deletes it', async (by, remove) => {
    const dataId = await stage.write(`被举报的评论由${by}删除的稿件`)
    const { id } = (await say('author', dataId, `低价出售，${by}`)).data
    await report('other', id)
    const told = async (who: Who) =>
      (
        await stage.get<Paged<{ content: string }>>(who, '/msgNotice/getMsgNoticeInfo?limit=50')
      ).data.list.filter(({ content }) => content.includes(`低价出售，${by}`))
    expect(await told('other')).toEqual([])
    expect((await remove(id)).status).toBe(200)
    expect((await told('other')).map(({ content }) => content)).toEqual([
      `您举报的评论“低价出售，${by}”已被删除。说明：无。`,
    ])
    expect(await told('second')).toEqual([])
  })

  test('are decided in bulk, all of them or none', async () => {
    const dataId = await stage.write('评论成批处理的稿件')
    const ids = await Promise.all(
      [1, 2, 3].map(async (turn) => (await say('other', dataId, `第 ${turn} 条`)).data.id),
    )
    expect((await judge('delete', [...ids, 'nothing'])).status).toBe(404)
    expect((await shown('guest', dataId)).totalCount).toBe(3)
    expect((await judge('delete', ids)).status).toBe(200)
    expect((await shown('guest', dataId)).totalCount).toBe(0)
    expect((await desk('&status=deleted&keyWord=成批处理')).totalCount).toBe(3)
    expect((await desk('&keyWord=成批处理')).totalCount).toBe(0)
    await expectTrueCount(dataId)
  })

  let written = 0
  test.each([
    '本站可代开发票',
    '代 开 发 票',
    '代.开*发·票',
    '代\u200b开发票',
    '刷　单',
    '加Ｖ加微信',
    '专业刻章 办证',
    '办 假 证',
  ])('with a blocked word wait for review: %j', async (content) => {
    written += 1
    const dataId = await stage.write(`评论含有词语的稿件（${written}）`)
    const said = await say('other', dataId, content)
    expect(said.data).toMatchObject({ status: 'pending', commentCount: 0 })
    expect((await shown('guest', dataId)).totalCount).toBe(0)
    expect((await shown('author', dataId)).totalCount).toBe(0)
    expect((await shown('other', dataId)).list).toMatchObject([{ status: 'pending', mine: true }])
    expect((await desk('&status=pending')).list.map(({ id }) => id)).toContain(said.data.id)
    expect((await judge('approve', [said.data.id])).status).toBe(200)
    expect((await shown('guest', dataId)).totalCount).toBe(1)
    await expectTrueCount(dataId)
  })

  test('cannot be approved by their own author, and auditors can read the operator list', async () => {
    const dataId = await stage.write('运营人员也评论的稿件')
    const { id } = (await say('operator', dataId, '需要代开发票的请注意防骗')).data
    expect(await judge('approve', [id])).toMatchObject({ status: 403, code: 40310 })
    expect((await judge('approve', [id], undefined, 'second')).status).toBe(200)
    expect((await desk(`&keyWord=${encodeURIComponent('防骗')}`, 'auditor')).totalCount).toBe(1)
    expect((await stage.get('other', '/operator/comment/list')).status).toBe(403)
  })

  test('the list of blocked words is open to operators and auditors and ignores spaces in a search', async () => {
    const look = (who: Who, query = '') =>
      stage.get<Paged<{ word: string }>>(who, `/operator/comment/words?limit=20${query}`)
    const { data } = await look('operator')
    expect(data.totalCount).toBeGreaterThan(20)
    expect(data.list).toHaveLength(20)
    const found = (await look('auditor', `&keyWord=${encodeURIComponent('发 票')}`)).data.list
    expect(found).toEqual([{ word: '代开发票' }])
    expect((await look('author')).status).toBe(403)
  })

  test.each([
    ['guest', false],
    ['author', false],
    ['operator', true],
    ['auditor', true],
  ] as const)('the dictionaries returned to %s contain the blocked words: %s', async (who, isGiven) => {
    const [all, one] = [
      await stage.get<Record<string, unknown>>(who, '/api/dict/all'),
      await stage.get(who, '/api/dict/dicts/blockedWord'),
    ]
    expect(all.data, 'the others are there for everybody').toHaveProperty('demandType')
    expect(Object.hasOwn(all.data, 'blockedWord')).toBe(isGiven)
    expect(one.status).toBe(isGiven ? 200 : 404)
    expect(JSON.stringify([all.data, one.data]).includes('代开发票')).toBe(isGiven)
  })

  test('the blocked words are in no page and not in the OpenAPI document', async () => {
    const { app } = stage
    const { pages } = app.source.model
    expect(JSON.stringify(pages)).not.toContain('代开发票')
    expect(JSON.stringify(await app.ask({ method: 'GET', url: '/openapi.json' }))).not.toContain('代开发票')
  })

  test('every content type with comments has operations to delete and to report them', () => {
    for (const { name, operations } of stage.app.services.model().contentTypes)
      if (operations.commentAdd)
        expect([name, operations.commentDelete, operations.commentReport]).toEqual([
          name,
          `${name}.commentDelete`,
          `${name}.commentReport`,
        ])
  })
})
