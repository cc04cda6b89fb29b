// Tests several server processes on one database: a due notice is written once and pushed to every process.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listenForPushes } from '#server/platform/websocket/push.ts'
import { IS_LONG } from '../../../support/long-run.ts'
import { DATABASES, type TestDatabase } from '../../platform/database/each-database.ts'
import { type ServerProcess, startProcess } from '../../support/start-process.ts'

const DAY = 86_400_000
/** In Beijing. */
const tomorrow = () => new Date(Date.now() + 8 * 3_600_000 + DAY).toISOString().slice(0, 10)

/** Only a server's database can be shared. */
const SHARED = DATABASES.filter(({ isEmbedded }) => !isEmbedded)

describe.each(SHARED)('two server processes on $name', ({ isAvailable, open }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'equipnet-notices-'))
  const servers: ServerProcess[] = []
  let opened: TestDatabase | undefined

  beforeAll(async () => {
    if (!isAvailable) return
    opened = await open('filled')
    const env = { NODE_ENV: 'production', DEMO: '1', DATA_DIR: dataDir, DATABASE_URL: opened.url ?? '' }
    // Both at once, as they are started anew together; neither has to fill the database.
    servers.push(...(await Promise.all([startProcess(env), startProcess(env)])))
  }, 240_000)
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop('SIGTERM')))
    await opened?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test.skipIf(!isAvailable)(
    'MSG-02 write the notice of a deadline once and push it once',
    async () => {
      if (!opened) return
      const { db } = opened.handle
      const heard: string[] = []
      await listenForPushes(opened.handle, {
        onMessage: (to, { type }) => void (type === 'unread' && heard.push(...to)),
        onGap: () => undefined,
      })
      const { id: ownerId } = await db
        .selectFrom('account')
        .select('id')
        .where('userName', '=', 'demo-unit')
        .executeTakeFirstOrThrow()
      const { id, body } = await db
        .selectFrom('item')
        .select(['id', 'body'])
        .where('type', '=', 'demand')
        .where('status', '=', 'online')
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow()
      const changed = { ownerId, body: { ...body, deadline: tomorrow() } }
      await db.updateTable('item').set(changed).where('id', '=', id).execute()
      // Both processes look for what is due every few seconds.
      const makeDue = () =>
        db.updateTable('timer').set({ dueAt: new Date() }).where('task', '=', 'notices.due').execute()
      const told = () =>
        db
          .selectFrom('notice')
          .select('id')
          .where((eb) => eb.and({ itemId: id, userId: ownerId }))
          .execute()
      // Once more where a process was at it already, which notes afterwards when it is due next.
      const isTold = () =>
        makeDue()
          .then(told)
          .then((notices) => expect(notices).not.toEqual([]))
      await vi.waitFor(isTold, { timeout: 30_000, interval: 1_000 })
      const isDone = async () => {
        const timer = db.selectFrom('timer').select('dueAt').where('task', '=', 'notices.due')
        expect((await timer.executeTakeFirstOrThrow()).dueAt.getTime()).toBeGreaterThan(Date.now())
      }
      for (let time = 0; time < (IS_LONG ? 3 : 1); time += 1) {
        await makeDue()
        await vi.waitFor(isDone, { timeout: 20_000, interval: 200 })
      }
      expect(await told()).toHaveLength(1)
      expect(heard.filter((accountId) => accountId === ownerId)).toHaveLength(1)
    },
    120_000,
  )
})
