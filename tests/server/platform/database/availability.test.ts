// Tests a database that is unavailable, busy or closed, on every kind of database.
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { pipeline } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Gap } from '#server/platform/database/channel.ts'
import { DatabaseUnavailableError } from '#server/platform/database/database-unavailable-error.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { describeDatabases } from './describe-databases.ts'

describeDatabases('availability', (database) => {
  it('a database answers queries after vacuum and checkpoint', async () => {
    await database.handle.vacuumAnalyze()
    await database.handle.checkpoint()
    expect((await sql`select 1 as one`.execute(database.handle.db)).rows).toEqual([{ one: 1 }])
  })

  it('a closed database throws DatabaseUnavailableError, and a second close succeeds', async () => {
    const other = await database.open()
    await Promise.all([other.handle.close(), other.handle.close()])
    await expect(sql`select 1`.execute(other.handle.db)).rejects.toThrow(DatabaseUnavailableError)
    await other.drop()
  })

  // In one process there is no connection to lose. Most of these wait, and do so beside each other.
  it.skipIf(database.isEmbedded)(
    'a listener receives notifications again after its connection broke',
    { concurrent: true },
    async ({ expect }) => {
      const heard: string[] = []
      const gaps: Gap[] = []
      const stop = await database.handle.listen(
        'again',
        (payload) => heard.push(payload),
        (gap) => gaps.push(gap),
      )
      await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'equipnet-listener' and datname = current_database()`.execute(
        database.handle.db,
      )
      await expect.poll(() => gaps, { timeout: 5_000 }).toEqual(['lost', 'restored'])
      await database.handle.notify('again', 'hello')
      await expect.poll(() => heard).toEqual(['hello'])
      await stop()
    },
  )

  it.skipIf(database.isEmbedded)(
    'a query in flight fails as unavailable when its connection breaks, and the next query succeeds',
    { concurrent: true },
    async () => {
      const slow = sql`select pg_sleep(20)`.execute(database.handle.db)
      const failure = expect(slow).rejects.toThrow(DatabaseUnavailableError)
      await sleep(200)
      await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'select pg_sleep%' and datname = current_database()`.execute(database.handle.db)
      await failure
      expect((await sql`select 1 as one`.execute(database.handle.db)).rows).toEqual([{ one: 1 }])
    },
  )

  it.skipIf(database.isEmbedded)(
    'openDatabase retries while the database is starting',
    { concurrent: true },
    async ({ expect }) => {
      const { hostname, port } = new URL(database.url)
      const proxy = createServer((near) => {
        const far = connect(Number(port), hostname)
        pipeline(near, far, near, () => undefined)
      })
      const reserved = await listen(proxy, 0)
      await new Promise((resolve) => proxy.close(resolve))
      const url = new URL(database.url)
      url.port = String(reserved)
      const lines: string[] = []
      const log = (line: string) => void lines.push(line)
      const opening = openDatabase({ dataDir: 'unused', url: url.href, patience: 20_000, log })
      await expect.poll(() => lines, { timeout: 5_000 }).toEqual([expect.stringMatching(/20 秒内继续尝试/)])
      await listen(proxy, reserved)
      const other = await opening
      expect((await sql`select 1 as one`.execute(other.db)).rows).toEqual([{ one: 1 }])
      await other.close()
      proxy.close()
    },
  )

  it.skipIf(database.isEmbedded)(
    'openDatabase does not retry when the database name does not exist',
    { concurrent: true },
    async () => {
      const url = new URL(database.url)
      url.pathname = '/nothing_here'
      const started = Date.now()
      const opening = openDatabase({ dataDir: 'unused', url: url.href, patience: 60_000 })
      await expect(opening).rejects.toThrow(/nothing_here.*does not exist/)
      expect(Date.now() - started).toBeLessThan(20_000)
    },
  )

  it.skipIf(database.isEmbedded)(
    'a query fails as unavailable while all connections are in use',
    { concurrent: true },
    async () => {
      const small = await openDatabase({ dataDir: 'unused', url: database.url, poolSize: 1 })
      let finish = (): void => undefined
      const busy = small.db.transaction().execute(async (t) => {
        await sql`select 1`.execute(t)
        await new Promise<void>((resolve) => {
          finish = resolve
        })
      })
      await expect(sql`select 1`.execute(small.db)).rejects.toThrow(DatabaseUnavailableError)
      finish()
      await busy
      await sql`select 1`.execute(small.db)
      await small.close()
    },
  )
})

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

describe('openDatabase with an address without a database', () => {
  it('throws an error that hides the password', async () => {
    const url = 'postgres://someone:secret@127.0.0.1:1/nothing'
    const failure = await openDatabase({ dataDir: 'unused', url }).catch((error: Error) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(String(failure)).toMatch(/无法连接数据库 postgres:\/\/someone:\*\*\*@127\.0\.0\.1:1\/nothing/)
    expect(String(failure)).not.toContain('secret')
  })
})
