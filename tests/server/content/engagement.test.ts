// Tests reactions: counters equal the stored rows after parallel calls.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentHandler } from '#server/content/action-table.ts'
import { viewsOf } from '#server/content/content-lifecycle.ts'
import { engagementHandlers } from '#server/content/reactions/reaction-handlers.ts'
import { userPageHandlers } from '#server/dashboard/dashboard-handlers.ts'
import type { Call, Handler } from '#server/platform/call.ts'
import { NO_SESSION_COOKIE } from '#server/platform/http/session-cookie.ts'
import { NO_VISITOR } from '#server/platform/http/visitor-key.ts'
import { Failure } from '#shared/calls/errors.ts'
import type { Model } from '#shared/model/model.ts'
import { ONE_DATABASE } from '../platform/database/each-database.ts'
import { addArticle } from './articles.ts'
import { type Answer, type ContentApp, openContentApp } from './content-app.ts'
import { loadFixture } from './fixture.ts'

const PARALLEL = 64

describe.each(ONE_DATABASE)('reactions on $name', (database) => {
  let app: ContentApp
  let model: Model
  beforeAll(async () => {
    model = await loadFixture()
    app = await openContentApp(database, model)
  })
  afterAll(() => app.close())

  const callOf = (userId: string | null, params: object, body: unknown): Call => ({
    params: params as Call['params'],
    body,
    caller: userId === null ? null : { id: userId, role: 'unit' },
    account:
      userId === null ? null : { id: userId, userName: userId, name: userId, role: 'unit', black: false },
    request: {
      id: randomUUID(),
      address: '10.0.0.9',
      origin: 'http://localhost',
      userAgent: 'test',
      sender: 'own' as const,
      visitor: NO_VISITOR,
      session: NO_SESSION_COOKIE,
    },
    services: app.services,
  })
  const handlerOf = (id: string): Handler => {
    const operation = model.operations.find((candidate) => candidate.id === id)
    return operation?.content
      ? contentHandler(operation)
      : ({ ...engagementHandlers, ...userPageHandlers }[id] as Handler)
  }
  const run = async (userId: string | null, id: string, dataId: string): Promise<Answer> => {
    const item = { dataType: 'article', dataId }
    const isRead = /State$/.test(id)
    const params = id === 'article.like' ? { id: dataId } : isRead ? item : {}
    return handlerOf(id)(callOf(userId, params, isRead ? null : item))
  }
  const outcome = (userId: string | null, id: string, body: object): Promise<string> =>
    handlerOf(id)(callOf(userId, {}, body)).then(
      () => 'ok',
      (error: unknown) => (error instanceof Failure ? error.error : Promise.reject(error)),
    )
  const countsOf = async (dataId: string, kind: string): Promise<{ counter: number; rows: number }> => {
    const column = sql.ref(`${kind}_count`)
    const { rows } = await sql<{ counter: number; rows: number }>`
      select ${column} as counter,
        (select count(*)::int from reaction where target_id = ${dataId} and kind = ${kind}) as rows
      from item where id = ${dataId}`.execute(app.services.db)
    return rows[0] as { counter: number; rows: number }
  }
  const times = (work: (index: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: PARALLEL }, (_, index) => work(index)))

  describe.each([
    ['like', 'article.like'],
    ['support', 'engagement.support'],
  ])('CNT-06 counter of %s', (kind, id) => {
    test(`is 0 after ${PARALLEL} parallel calls by one user`, async () => {
      const dataId = await addArticle(app)
      await times(() => run('one', id, dataId))
      expect(await countsOf(dataId, kind)).toEqual({ counter: 0, rows: 0 })
      await run('one', id, dataId)
      expect(await countsOf(dataId, kind)).toEqual({ counter: 1, rows: 1 })
    })

    test(`is ${PARALLEL} after parallel calls by ${PARALLEL} users, and 0 after a second round`, async () => {
      const dataId = await addArticle(app)
      await times((index) => run(`user-${index}`, id, dataId))
      expect(await countsOf(dataId, kind)).toEqual({ counter: PARALLEL, rows: PARALLEL })
      await times((index) => run(`user-${index}`, id, dataId))
      expect(await countsOf(dataId, kind)).toEqual({ counter: 0, rows: 0 })
    })
  })

  test('CNT-06 count a collection and its removal once for each user, in parallel too', async () => {
    const dataId = await addArticle(app)
    await times((index) => run(index % 2 ? 'one' : `user-${index}`, 'engagement.collect', dataId))
    const all = PARALLEL / 2 + 1
    expect(await countsOf(dataId, 'collect')).toEqual({ counter: all, rows: all })
    expect(await run('one', 'engagement.collectState', dataId)).toEqual({
      collected: true,
      collectCount: all,
    })
    await times(() => run('one', 'engagement.uncollect', dataId))
    expect(await countsOf(dataId, 'collect')).toEqual({ counter: all - 1, rows: all - 1 })
    expect(await run('one', 'engagement.collectState', dataId)).toEqual({
      collected: false,
      collectCount: all - 1,
    })
  })

  test('are returned with the item for its viewer: liked, supported, collected', async () => {
    const id = await addArticle(app)
    await run('auditor', 'engagement.support', id)
    await run('auditor', 'engagement.collect', id)
    expect(await app.call('auditor', 'article.info', { id })).toMatchObject({
      liked: false,
      supported: true,
      collected: true,
      supportCount: 1,
      collectCount: 1,
    })
    expect(await app.call('other', 'article.info', { id })).toMatchObject({
      supported: false,
      collected: false,
    })
    expect(await run('auditor', 'engagement.supportState', id)).toEqual({ supported: true, supportCount: 1 })
  })

  test('are listed as collections newest first, for each user separately, without offline items', async () => {
    const ids = [await addArticle(app), await addArticle(app), await addArticle(app)]
    for (const id of ids) {
      await run('reader', 'engagement.collect', id)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const list = async (userId: string, params = {}) =>
      (await handlerOf('engagement.collectList')(callOf(userId, params, null))) as Answer
    expect((await list('reader')).list.map(({ id }: Answer) => id)).toEqual([...ids].reverse())
    expect(await list('reader', { limit: 2, page: 2 })).toMatchObject({ totalCount: 3, totalPage: 2 })
    expect((await list('reader', { dataType: 'theme' })).totalCount).toBe(0)
    expect((await list('nobody')).totalCount).toBe(0)
    await app.call('operator', 'article.offline', { id: ids[0] as string })
    expect((await list('reader')).list.map(({ id }: Answer) => id)).toEqual([ids[2], ids[1]])
  })

  test('count a page view like the view of the content type', async () => {
    const dataId = await addArticle(app)
    expect(await run(null, 'engagement.pv', dataId)).toEqual({ viewCount: 1 })
    expect(await run(null, 'engagement.pv', dataId)).toEqual({ viewCount: 1 })
    await viewsOf(app.services).flush()
    expect((await app.call('guest', 'article.info', { id: dataId })).viewCount).toBe(1)
  })

  test.each([
    ['a visitor', null, { dataType: 'article' }, 'SIGN_IN_REQUIRED'],
    ['an unknown type', 'one', { dataType: 'constructor' }, 'BAD_PARAMETER'],
    ['the wrong type', 'one', { dataType: 'theme' }, 'NOT_FOUND'],
    ['a member', 'one', { dataType: 'article' }, 'ok'],
  ] as const)('by %s as %s with %j end with %s', async (_, userId, given, expected) => {
    const dataId = await addArticle(app)
    for (const id of ['engagement.collect', 'engagement.support'])
      expect(await outcome(userId, id, { ...given, dataId })).toBe(expected)
  })

  test('are refused with NOT_FOUND for an item that the user cannot read', async () => {
    const dataId = await addArticle(app, {}, { online: false })
    for (const id of ['engagement.collect', 'engagement.support', 'engagement.pv'])
      expect(await outcome('stranger', id, { dataType: 'article', dataId })).toBe('NOT_FOUND')
  })
})
