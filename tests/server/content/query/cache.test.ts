// Tests the cache of list answers: what it keeps, and which writes empty it.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ReadCache } from '#server/platform/cache/read-cache.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { DATABASES, ONE_DATABASE } from '../../platform/database/each-database.ts'
import { addArticle } from '../articles.ts'
import { type Answer, type ContentApp, openContentApp, type Person } from '../content-app.ts'
import { loadFixture } from '../fixture.ts'

describe.each(ONE_DATABASE)('read cache on $name', (database) => {
  let app: ContentApp
  beforeAll(async () => {
    app = await openContentApp(database, await loadFixture())
  })
  afterAll(() => app.close())

  test('forgets the answer that was longest unused, and does not keep one that is larger than the cache', async () => {
    const cache = new ReadCache(app.services.database, 3_000)
    const loads: string[] = []
    const read = (key: string, bytes = 1) =>
      cache.read(['article'], key, async () => {
        loads.push(key)
        return 'x'.repeat(bytes)
      })
    await read('huge', 4_000)
    await read('huge', 4_000)
    expect(loads.splice(0)).toEqual(['huge', 'huge'])
    for (const key of ['a', 'b', 'a', 'c', 'a']) await read(key, 1_000)
    expect(loads.splice(0)).toEqual(['a', 'b', 'c'])
    await read('b', 1_000)
    expect(loads).toEqual(['b'])
  })

  test('returns the cached answer until an item of the type is written', async () => {
    let loads = 0
    const read = () =>
      app.services.cache.read(['article'], 'test', async () => {
        loads += 1
        return loads
      })
    expect([(await read()).json, (await read()).json]).toEqual(['1', '1'])
    await addArticle(app)
    expect((await read()).json).toBe('2')
  })

  test('loads once for parallel reads, and again after a failure', async () => {
    let loads = 0
    const read = (fails: boolean) =>
      app.services.cache.read(['article'], 'parallel', async () => {
        loads += 1
        if (fails) throw new Error('away')
        return 'here'
      })
    await expect(read(true)).rejects.toThrow('away')
    await Promise.all(Array.from({ length: 20 }, () => read(false)))
    expect(loads).toBe(2)
  })

  /** Each write, and the list or item that must show it at once. */
  const writes: readonly (readonly [
    string,
    (id: string) => Promise<unknown>,
    (item: Answer) => unknown,
    unknown,
  ])[] = [
    ['like', (id) => app.call('other', 'article.like', { id }), (item) => item?.likeCount, 1],
    [
      'update',
      (id) =>
        app.call(
          'owner',
          'article.update',
          {},
          { body: { id, revision: 1, title: '改过了', kind: '1', detail: '<p>文</p>' } },
        ),
      (item) => item?.title,
      '改过了',
    ],
    [
      'comment',
      (id) => app.call('other', 'article.commentAdd', {}, { body: { dataId: id, content: '好' } }),
      (item) => item?.commentCount,
      1,
    ],
    ['offline', (id) => app.call('owner', 'article.offline', { id }), (item) => item, undefined],
    ['delete', (id) => app.call('owner', 'article.delete', { id }), (item) => item, undefined],
  ]
  test.each(writes)('shows a %s at once in lists and items', async (_, write, look, expected) => {
    const id = await addArticle(app)
    const seen = async () => {
      const { list } = await app.call('guest', 'article.list', { limit: 50 })
      return list.find((item: Answer) => item.id === id)
    }
    expect(await seen()).toBeDefined()
    await write(id)
    expect(look(await seen())).toBe(expected)
    const info = await app.call('guest', 'article.info', { id }).catch(() => undefined)
    expect(look(info)).toBe(expected)
  })

  test('shows the new title of a referenced item at once', async () => {
    const { id: themeId } = await app.call('operator', 'theme.add', {}, { body: { name: '旧名' } })
    const id = await addArticle(app, { themeId })
    const title = async () => (await app.call('guest', 'article.info', { id })).themeIdTitle
    expect(await title()).toBe('旧名')
    await app.call('operator', 'theme.update', {}, { body: { id: themeId, revision: 1, name: '新名' } })
    expect(await title()).toBe('新名')
  })

  test('never mixes the answers of different readers', async () => {
    const id = await addArticle(app, { contact: '联系人甲', secret: '机密甲' })
    const people: readonly Person[] = [
      'owner',
      'guest',
      'operator',
      'guest',
      'other',
      'guest',
      'owner',
      'guest',
    ]
    for (const person of people) {
      const texts = [
        JSON.stringify(await app.call(person, 'article.info', { id })),
        JSON.stringify(await app.call(person, 'article.list', {})),
      ]
      for (const text of texts) {
        expect([person, text.includes('联系人甲')]).toEqual([person, person !== 'guest'])
        expect([person, text.includes('机密甲')]).toEqual([
          person,
          person === 'owner' || person === 'operator',
        ])
      }
    }
  })

  test('returns no count older than the writes acknowledged before the read', async () => {
    let acknowledged = (await app.call('guest', 'article.list', {})).totalCount
    let done = false
    const reads = async () => {
      while (!done) {
        const atLeast = acknowledged
        const { totalCount } = await app.call('guest', 'article.list', {})
        expect(totalCount).toBeGreaterThanOrEqual(atLeast)
        await nextTurn() // answers from memory alone would let nobody else run
      }
    }
    const readers = Array.from({ length: 4 }, reads)
    for (let round = 0; round < 15; round += 1) {
      await addArticle(app)
      acknowledged += 1
    }
    done = true
    await Promise.all(readers)
  })
})

const postgres = DATABASES.find(({ isAvailable, isEmbedded }) => isAvailable && !isEmbedded)

describe.runIf(postgres)('read caches of two servers on one PostgreSQL', () => {
  test('return at once what the other server has written', async () => {
    const { handle, url, drop } = await (postgres as NonNullable<typeof postgres>).open()
    const second = await openDatabase({ dataDir: 'unused', url: url as string, poolSize: 2 })
    const [here, there] = [new ReadCache(handle), new ReadCache(second)]
    const { bumpVersion } = await import('#server/platform/cache/content-versions.ts')
    let value = 0
    for (let round = 1; round <= 50; round += 1) {
      await bumpVersion(handle.db, 'article')
      value = round
      expect((await there.read(['article'], 'key', async () => value)).json).toBe(String(round))
      expect((await here.read(['article'], 'key', async () => value)).json).toBe(String(round))
    }
    await second.close()
    await drop()
  })
})
