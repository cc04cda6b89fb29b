// Tests the reads of visitors on a streaming replica: what goes there, and that nothing stale outlives the replica's delay.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { HAS_SERVER, type PostgresServer, startPostgres } from '../../../support/postgres-servers.ts'
import { DEMAND } from '../../support/demand.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const LIST = '/newapi/demand/showlist?limit=5'
const VISITOR = { address: '10.1.0.1' }

describe.skipIf(!HAS_SERVER)('reads of visitors with a replica (skipped without postgresql)', () => {
  const lines: string[] = []
  let primary: PostgresServer
  let replica: PostgresServer
  let app: TestApp
  let owner = ''
  let operator = ''

  beforeAll(async () => {
    primary = await startPostgres(['fsync=off'])
    replica = await primary.follow()
    app = await createTestApp({
      samples: true,
      database: {
        name: 'PostgreSQL with a replica',
        isAvailable: true,
        isEmbedded: false,
        async open() {
          const log = (line: string) => void lines.push(line)
          const { url } = primary
          const handle = await openDatabase({
            dataDir: 'unused',
            url,
            readUrl: replica.url,
            poolSize: 4,
            log,
          })
          await migrate(handle.db)
          return { handle, url, drop: () => handle.close() }
        },
      },
    })
    owner = await app.signIn('u-owner', 'unit')
    operator = await app.signIn('u-operator', 'operator')
  }, 240_000)
  afterAll(async () => {
    await app?.close()
    replica?.stop()
    primary?.stop()
  })

  const state = () => app.services.database.replica
  const answered = () => state()?.statements ?? 0
  const untilServing = (isServing: boolean) =>
    expect.poll(() => state()?.isServing, { timeout: 20_000, interval: 50 }).toBe(isServing)
  const titles = async (options: { token?: string; address?: string }) => {
    const { status, text, data } = await app.get<{ list: { title: string }[] }>(LIST, options)
    expect(status, text).toBe(200)
    return data.list.map(({ title }) => title)
  }
  async function publish(title: string): Promise<void> {
    const deadline = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    const demand = { ...DEMAND, title, deadline }
    const added = await app.post<{ id: string }>('/newapi/demand/add', demand, { token: owner })
    expect(added.status, added.text).toBe(200)
    const online = await app.get(`/newapi/demand/online?id=${added.data.id}`, { token: operator })
    expect(online.status, online.text).toBe(200)
  }

  test('go to the replica, and those of a signed-in reader to the primary', async () => {
    await untilServing(true)
    const before = answered()
    await titles({ token: owner })
    expect(answered()).toBe(before)
    await titles(VISITOR)
    expect(answered()).toBeGreaterThan(before)
  })

  test('are two seconds behind at most, and a signed-in reader is never behind', async () => {
    await untilServing(true)
    expect(await titles(VISITOR)).not.toContain('采购排水抢险车甲')
    replica.ask('select pg_wal_replay_pause()')
    await publish('采购排水抢险车甲')
    // Each keeps its answer in the same cache, in turns.
    expect(await titles({ token: owner })).toContain('采购排水抢险车甲')
    expect(await titles(VISITOR)).not.toContain('采购排水抢险车甲')
    expect(await titles({ token: owner })).toContain('采购排水抢险车甲')
    await untilServing(false)
    expect(await titles(VISITOR)).toContain('采购排水抢险车甲')
    await expect.poll(() => lines.at(-1)).toContain('读取由主库承担')
    expect((await app.get('/readyz')).text).toContain('"replica":"behind"')
    replica.ask('select pg_wal_replay_resume()')
    await untilServing(true)
    expect(await titles(VISITOR)).toContain('采购排水抢险车甲')
    expect((await app.get('/readyz')).text).toContain('"replica":"serving"')
  })

  test('show what came from the same address at once, signed out too', async () => {
    await untilServing(true)
    replica.ask('select pg_wal_replay_pause()')
    await publish('采购排水抢险车乙')
    const own = await titles({ address: '127.0.0.1' })
    replica.ask('select pg_wal_replay_resume()')
    expect(own).toContain('采购排水抢险车乙')
  })

  test('that write, as the count of views does, write to the primary', async () => {
    await untilServing(true)
    const { data } = await app.get<{ list: { id: string }[] }>(LIST, VISITOR)
    const id = data.list[0]?.id
    const viewed = await app.get(`/newapi/demand/view?id=${id}`, { address: '10.1.0.2' })
    expect(viewed.status, viewed.text).toBe(200)
  })

  test('pass over a standby and a server that is away: an address of several opens the one that writes', async () => {
    const url = `postgres://postgres@127.0.0.1:1,${replica.host},${primary.host}/postgres`
    const handle = await openDatabase({ dataDir: 'unused', url, poolSize: 2 })
    const heard: string[] = []
    await handle.listen('several', (payload) => heard.push(payload))
    await handle.notify('several', 'hello')
    await expect.poll(() => heard).toEqual(['hello'])
    await handle.close()
  })

  test('are measured', async () => {
    const { text } = await app.get('/metrics')
    expect(text).toMatch(/^equipnet_replica_age_seconds \d/m)
    expect(text).toMatch(/^equipnet_replica_statements_total [1-9]/m)
  })

  test('go to the primary without a failed call when the replica is killed', async () => {
    await untilServing(true)
    replica.kill()
    for (let round = 0; round < 5; round += 1) expect(await titles(VISITOR)).toContain('采购排水抢险车甲')
    await untilServing(false)
    expect(await titles(VISITOR)).toContain('采购排水抢险车甲')
  })
})
