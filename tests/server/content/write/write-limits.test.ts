// Tests write limits of accounts and visitors, and that repeated identical calls write nothing.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { ONE_DATABASE, type TestDatabase } from '../../platform/database/each-database.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const HOUR = 3_600_000
const NOTE = { title: '便签' }

describe.each(ONE_DATABASE)('write limits on $name', (database) => {
  const { isAvailable, isEmbedded } = database
  let app: TestApp
  let other: TestApp
  let opened: TestDatabase
  let now = Date.UTC(2026, 0, 5)
  let count = 0
  let token: string
  let address: string

  beforeAll(async () => {
    if (!isAvailable) return
    const small = await smallModel()
    const operations = small.operations.map((operation) =>
      operation.id === 'note.like' ? { ...operation, access: ['anyone' as const] } : operation,
    )
    const model = { ...small, operations }
    opened = await database.open()
    const options = { model, clock: () => new Date(now), env: { WRITE_LIMITS: '1' } }
    app = await createTestApp({ ...options, database: { ...database, open: async () => opened } })
    if (isEmbedded) return
    const open = async () => {
      const handle = await openDatabase({ dataDir: 'unused', url: opened.url ?? '', poolSize: 4 })
      return { handle, url: opened.url, drop: () => handle.close() }
    }
    other = await createTestApp({ ...options, database: { ...database, open } })
  })
  afterAll(async () => {
    await other?.close()
    await app?.close()
  })
  beforeEach(async () => {
    if (!isAvailable) return
    now += 25 * HOUR
    count += 1
    token = await app.signIn(`writer-${count}`)
    address = `10.60.0.${count}`
  })

  const add = (at = app, body: object = NOTE, headers = {}) =>
    at.post<{ id: string }>('/newapi/note/add', body, { token, headers })
  const addNote = async () => (await add()).data.id
  const like = (id: string, more: { token?: string; address?: string }) =>
    app.get<{ liked: boolean; likeCount: number }>(`/newapi/note/like?id=${id}`, more)
  /** With it every cached answer of the type is thrown away. */
  const versionOf = async () => {
    const { db } = app.services
    const row = await db
      .selectFrom('contentVersion')
      .select(sql`sum(version)`.as('version'))
      .where('type', 'like', 'note#%')
      .executeTakeFirst()
    return Number(row?.version)
  }
  const auditRows = async () =>
    Number((await app.services.db.selectFrom('audit').select(sql`count(*)`.as('n')).executeTakeFirst())?.n)

  test.skipIf(!isAvailable)('accept parallel likes below the limit of 120', async () => {
    const ids: string[] = []
    for (let at = 0; at < 15; at += 1) ids.push(await addNote())
    const likes = Array.from({ length: 120 }, (_, at) => like(ids[at % ids.length] ?? '', { token }))
    const codes = (await Promise.all(likes)).map(({ status }) => status)
    expect(codes.filter((status) => status === 429)).toEqual([])
    expect((await like(ids[0] ?? '', { token })).status).toBe(429)
  })

  test.skipIf(!isAvailable)(
    'accept 20 posts in ten minutes, then return 429 with the time to wait',
    async () => {
      const codes: number[] = []
      for (let round = 0; round < 22; round += 1) codes.push((await add()).code)
      expect(codes.filter((code) => code === 0)).toHaveLength(20)
      now += 4 * 60_000
      const refused = await add()
      expect(refused).toMatchObject({ status: 429, code: 42901, msg: '发布过于频繁，请 6 分钟后再试' })
      expect(refused.headers['retry-after']).toBe('360')
      token = await app.signIn('somebody-else')
      expect((await add()).code, 'another account').toBe(0)
      token = await app.signIn(`writer-${count}`)
      now += 7 * 60_000
      expect((await add()).code, 'later').toBe(0)
    },
  )

  test.skipIf(!isAvailable)('do not count posts with invalid input towards the 20 posts', async () => {
    for (let round = 0; round < 30; round += 1)
      expect((await add(app, { title: '一' })).status, `refused ${round}`).toBe(400)
    const codes: number[] = []
    for (let round = 0; round < 22; round += 1) codes.push((await add()).code)
    expect(codes.filter((code) => code === 0)).toHaveLength(20)
    expect(codes.at(-1)).toBe(42901)
  })

  test.skipIf(!isAvailable)('return 429 after 120 posts with invalid input', async () => {
    const statuses: number[] = []
    for (let round = 0; round < 130; round += 1) statuses.push((await add(app, { title: '一' })).status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(120)
    expect(statuses.at(-1)).toBe(429)
  })

  test.skipIf(!isAvailable)('accept 200 posts a day, at any pace', async () => {
    let taken = 0
    for (let round = 0; round < 13; round += 1) {
      now += 11 * 60_000
      token = await app.signIn(`writer-${count}`)
      for (let turn = 0; turn < 20; turn += 1) taken += (await add()).code === 0 ? 1 : 0
    }
    expect(taken).toBe(200)
  })

  test.skipIf(!isAvailable || isEmbedded)('count the posts of all processes together', async () => {
    let taken = 0
    for (let round = 0; round < 15; round += 1)
      for (const at of [app, other]) taken += (await add(at)).code === 0 ? 1 : 0
    expect(taken).toBe(20)
  })

  test.skipIf(!isAvailable)('accept 30 comments', async () => {
    const dataId = await addNote()
    let taken = 0
    for (let round = 0; round < 40; round += 1) {
      const answer = await app.post('/newapi/note/comment', { dataId, content: `第 ${round} 条` }, { token })
      taken += answer.code === 0 ? 1 : 0
    }
    expect(taken).toBe(30)
  })

  test.skipIf(!isAvailable)('accept 120 likes, and request the quota from the database in tens', async () => {
    const id = await addNote()
    // Nobody likes his own.
    token = await app.signIn(`liker-${count}`)
    const codes: number[] = []
    for (let round = 0; round < 150; round += 1) codes.push((await like(id, { token })).code)
    expect(codes.filter((code) => code === 0)).toHaveLength(120)
    expect(codes.at(-1)).toBe(42901)
    const row = await app.services.db
      .selectFrom('quota')
      .select('used')
      .where('key', '=', `write:reaction:liker-${count}:0`)
      .executeTakeFirstOrThrow()
    expect(row.used, 'asked in tens, and not again after the refusal').toBe(130)
  })

  test.skipIf(!isAvailable)(
    'store 300 likes of one visitor as one like and one change, without audit entry (reliability 15)',
    async () => {
      const id = await addNote()
      const before = await auditRows()
      const version = await versionOf()
      for (let round = 0; round < 300; round += 1)
        expect((await like(id, { address })).data).toEqual({ liked: true, likeCount: 1 })
      expect((await auditRows()) - before).toBe(0)
      expect((await versionOf()) - version).toBe(1)
    },
  )

  test.skipIf(!isAvailable)(
    'write nothing for a repeated collect, a repeated uncollect and an identical update',
    async () => {
      const dataId = await addNote()
      const collectPath = app.source.model.operations.find(({ id }) => id === 'engagement.collect')?.path
      const uncollectPath = app.source.model.operations.find(({ id }) => id === 'engagement.uncollect')?.path
      const call = (path = '') => app.post(path, { dataType: 'note', dataId }, { token })
      const update = () =>
        app.post<{ revision: number }>('/newapi/note/update', { ...NOTE, id: dataId, revision: 1 }, { token })
      const before = await auditRows()
      const version = await versionOf()
      expect((await call(uncollectPath)).code).toBe(0)
      expect((await auditRows()) - before).toBe(0)
      for (let round = 0; round < 3; round += 1) expect((await call(collectPath)).code).toBe(0)
      expect((await auditRows()) - before).toBe(0)
      for (let round = 0; round < 3; round += 1) expect((await update()).data.revision).toBe(1)
      expect((await auditRows()) - before).toBe(0)
      expect((await versionOf()) - version).toBe(1)
    },
  )

  test.skipIf(!isAvailable)('refuse a second body under the same idempotency key with 42201', async () => {
    const headers = { 'idempotency-key': `key-${count}` }
    const first = await add(app, { title: '便签', mood: '1' }, headers)
    expect(first.code).toBe(0)
    const again = await add(app, { mood: '1', title: ' 便签 ' }, headers)
    expect(again.data, 'the same, written in another order').toEqual(first.data)
    expect(await add(app, { title: '另一张', mood: '1' }, headers)).toMatchObject({
      status: 422,
      code: 42201,
    })
    const dataId = first.data.id
    const comment = (content: string) =>
      app.post<{ id: string }>('/newapi/note/comment', { dataId, content }, { token, headers })
    const said = await comment('好')
    expect((await comment('好')).data).toEqual(said.data)
    expect((await comment('不好')).code).toBe(42201)
  })
})
