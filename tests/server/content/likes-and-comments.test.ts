// Tests likes, views and comments of items: counters, limits, access, parallel calls.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { viewsOf } from '#server/content/content-lifecycle.ts'
import { ONE_DATABASE } from '../platform/database/each-database.ts'
import { addArticle } from './articles.ts'
import { type Answer, type ContentApp, openContentApp } from './content-app.ts'
import { loadFixture } from './fixture.ts'

describe.each(ONE_DATABASE)('likes, views and comments on $name', (database) => {
  let app: ContentApp
  let now = new Date('2026-11-21T00:00:00Z')
  beforeAll(async () => {
    app = await openContentApp(database, await loadFixture(), () => now)
  })
  afterAll(() => app.close())

  const countRows = async (target: string): Promise<number> => {
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from reaction where target_id = ${target}`.execute(app.services.db)
    return rows[0]?.total ?? -1
  }

  test('a second like by the same user removes the first', async () => {
    const id = await addArticle(app)
    expect(await app.call('auditor', 'article.like', { id })).toEqual({ liked: true, likeCount: 1 })
    expect(await app.call('other', 'article.like', { id })).toEqual({ liked: true, likeCount: 2 })
    expect(await app.call('auditor', 'article.like', { id })).toEqual({ liked: false, likeCount: 1 })
    expect(await app.call('auditor', 'article.checkLike', { id })).toEqual({ liked: false, likeCount: 1 })
    expect(await app.call('other', 'article.checkLike', { id })).toEqual({ liked: true, likeCount: 1 })
    expect((await app.call('other', 'article.info', { id })).liked).toBe(true)
  })

  test('a visitor likes an item once per address', async () => {
    const id = await addArticle(app)
    const like = (address: string) => app.call('guest', 'article.like', { id }, { address })
    await like('10.1.1.1')
    await like('10.1.1.1')
    expect(await like('10.1.1.2')).toEqual({ liked: true, likeCount: 2 })
    expect(await app.call('guest', 'article.checkLike', { id }, { address: '10.1.1.1' })).toMatchObject({
      liked: true,
    })
    expect(await app.call('guest', 'article.checkLike', { id }, { address: '10.1.1.3' })).toMatchObject({
      liked: false,
    })
    expect(await countRows(id)).toBe(2)
  })

  test('64 parallel likes leave a counter that equals the rows', async () => {
    const id = await addArticle(app)
    await Promise.all([
      ...Array.from({ length: 32 }, (_, index) =>
        app.call('guest', 'article.like', { id }, { address: `10.2.0.${index % 16}` }),
      ),
      ...Array.from({ length: 32 }, (_, index) =>
        app.call(index % 2 ? 'auditor' : 'other', 'article.like', { id }),
      ),
    ])
    const { likeCount } = await app.call('guest', 'article.checkLike', { id })
    expect(likeCount).toBe(await countRows(id))
    expect(likeCount).toBe(16)
  })

  test('views count once for each reader in half an hour', async () => {
    const id = await addArticle(app)
    const view = async (person: 'guest' | 'owner', address: string) =>
      (await app.call(person, 'article.view', { id }, { address })).viewCount
    expect(await view('guest', '10.3.0.1')).toBe(1)
    expect(await view('guest', '10.3.0.1')).toBe(1)
    expect(await view('guest', '10.3.0.2')).toBe(2)
    expect(await view('owner', '10.3.0.1')).toBe(3)
    await viewsOf(app.services).flush()
    now = new Date(now.getTime() + 31 * 60_000)
    expect(await view('guest', '10.3.0.1')).toBe(4)
    await viewsOf(app.services).flush()
    expect(await view('guest', '10.3.0.1')).toBe(4)
    const row = await app.services.db
      .selectFrom('item')
      .select('viewCount')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.viewCount).toBe(4)
    expect((await app.call('guest', 'article.info', { id })).viewCount).toBe(4)
  })

  describe('comments', () => {
    const add = (dataId: string, content: unknown, more: object = {}, key?: string): Promise<Answer> =>
      app.call(
        'other',
        'article.commentAdd',
        {},
        { body: { dataId, content, ...more }, ...(key ? { key } : {}) },
      )

    test('are listed newest first with their replies, authors and counters', async () => {
      const dataId = await addArticle(app)
      const { id: first } = await add(dataId, '第一条')
      now = new Date(now.getTime() + 1000)
      const { id: second } = await add(dataId, '第二条')
      const { id: reply } = await add(dataId, '回复第一条', { replyTo: first })
      now = new Date(now.getTime() + 1000)
      const { commentCount } = await add(dataId, '回复回复', { replyTo: reply })
      expect(commentCount).toBe(4)
      const { list, totalCount } = await app.call('guest', 'article.commentList', { dataId })
      expect(totalCount).toBe(2)
      expect(list.map(({ id }: Answer) => id)).toEqual([second, first])
      expect(list[1].replies.map(({ content }: Answer) => content)).toEqual(['回复第一条', '回复回复'])
      expect(list[0]).toMatchObject({ ownerName: '用户 other', content: '第二条', liked: false, replies: [] })
      expect((await app.call('guest', 'article.info', { id: dataId })).commentCount).toBe(4)
    })

    test('are refused when a user repeats a text on the same item within a day', async () => {
      const dataId = await addArticle(app)
      const again = (content = '重复评论') =>
        app.outcome('other', 'article.commentAdd', {}, { body: { dataId, content } })
      expect(await Promise.all([again(), again(), again()])).toEqual(
        expect.arrayContaining(['ok', 'BAD_INPUT', 'BAD_INPUT']),
      )
      expect(await again('另一条')).toBe('ok')
      expect(
        await app.outcome('owner', 'article.commentAdd', {}, { body: { dataId, content: '重复评论' } }),
      ).toBe('ok')
      await add(await addArticle(app), '重复评论')
      now = new Date(now.getTime() + 25 * 3_600_000)
      expect(await again()).toBe('ok')
    })

    test('return the liked flag of each reader', async () => {
      const dataId = await addArticle(app)
      const { id } = await add(dataId, '评论')
      expect(await app.call('owner', 'article.commentLike', { id })).toEqual({ liked: true, likeCount: 1 })
      const seen = async (person: 'owner' | 'other') =>
        (await app.call(person, 'article.commentList', { dataId })).list[0]
      expect(await seen('owner')).toMatchObject({ liked: true, likeCount: 1 })
      expect(await seen('other')).toMatchObject({ liked: false, likeCount: 1 })
    })

    test.each([
      ['', 'BAD_INPUT'],
      ['   ', 'BAD_INPUT'],
      ['字'.repeat(1001), 'BAD_INPUT'],
      [['x'], 'BAD_INPUT'],
      ['字'.repeat(1000), 'ok'],
    ] as const)('must be a text of 1 to 1000 characters: %j', async (content, expected) => {
      const dataId = await addArticle(app)
      expect(await app.outcome('other', 'article.commentAdd', {}, { body: { dataId, content } })).toBe(
        expected,
      )
    })

    test.each([
      ['a < b && c > d "e"', 'a < b && c > d "e"'],
      ['流量 Q<Qmax 且 H>20m', '流量 Q<Qmax 且 H>20m'],
      ['<b>粗</b>体<img src=x onerror=alert(1)>', '<b>粗</b>体<img src=x onerror=alert(1)>'],
      ['&lt;script&gt;', '&lt;script&gt;'],
      ['名字\u202e反向\u0007', '名字反向'],
    ])('are stored as plain text, as written: %j', async (content, stored) => {
      const dataId = await addArticle(app)
      await add(dataId, content)
      expect((await app.call('guest', 'article.commentList', { dataId })).list[0].content).toBe(stored)
    })

    test('are added once per idempotency key', async () => {
      const dataId = await addArticle(app)
      const answers = await Promise.all([add(dataId, '一次', {}, 'c-1'), add(dataId, '一次', {}, 'c-1')])
      expect(answers[0]).toEqual(answers[1])
      expect((await app.call('guest', 'article.commentList', { dataId })).totalCount).toBe(1)
    })

    test.each([
      ['guest', 'SIGN_IN_REQUIRED'],
      ['other', 'NOT_FOUND'],
      ['owner', 'ok'],
    ] as const)('on a pending item by %s return %s', async (person, expected) => {
      const dataId = await addArticle(app, {}, { online: false })
      expect(await app.outcome(person, 'article.commentAdd', {}, { body: { dataId, content: '评论' } })).toBe(
        expected,
      )
    })

    test('are refused as a reply to a comment of another item', async () => {
      const { id: elsewhere } = await add(await addArticle(app), '别处')
      const body = { dataId: await addArticle(app), content: '回复', replyTo: elsewhere }
      expect(await app.outcome('other', 'article.commentAdd', {}, { body })).toBe('BAD_INPUT')
    })

    test('that are added in parallel leave an exact commentCount', async () => {
      const dataId = await addArticle(app)
      await Promise.all(Array.from({ length: 20 }, (_, index) => add(dataId, `评论 ${index}`)))
      expect((await app.call('guest', 'article.info', { id: dataId })).commentCount).toBe(20)
    })
  })
})
