// Tests failures of the PGlite engine: a crash and a broken connection.
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { isUnavailable } from '#server/platform/database/database-unavailable-error.ts'
import { startPglite } from '#server/platform/database/pglite/pglite-backend.ts'
import { migratedImage } from './migrated.ts'

describe('PGlite engine', { timeout: 30_000 }, () => {
  it('fails waiting queries, reports the failure once and opens no stream after a crash', async () => {
    const onFailure = vi.fn()
    const backend = await startPglite({ dataDir: 'memory://', image: await migratedImage() }, onFailure)
    const client = new pg.Client({ stream: backend.openStream, user: 'postgres', ssl: false })
    client.on('error', () => undefined)
    await client.connect()
    const waiting = client.query(`select pg_sleep(3)`).catch((error: unknown) => error)
    backend.kill(new Error('disk'))
    backend.kill(new Error('again'))
    expect(isUnavailable(await waiting)).toBe(true)
    expect(onFailure).toHaveBeenCalledTimes(1)
    expect(() => backend.openStream()).toThrow('内置数据库已关闭')
    await backend.close()
  })

  it('rolls back the open transaction of a closed connection', async () => {
    const backend = await startPglite({ dataDir: 'memory://', image: await migratedImage() }, () => undefined)
    const connect = async (): Promise<pg.Client> => {
      const client = new pg.Client({ stream: backend.openStream, user: 'postgres', ssl: false })
      await client.connect()
      return client
    }
    const first = await connect()
    await first.query('begin')
    await first.query('create table half (id int)')
    await first.end()
    const second = await connect()
    const { rows } = await second.query(`select to_regclass('half')::text as half`)
    expect(rows).toEqual([{ half: null }])
    await second.end()
    await backend.close()
  })
})
