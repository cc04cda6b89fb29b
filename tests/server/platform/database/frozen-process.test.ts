// Tests that a process frozen inside a transaction does not block other processes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../../browser/support/start-portal.ts'
import { copyFilledPortal, type ServerCopy } from '../../../support/filled-data.ts'
import { type ServerProcess, startProcess } from '../../support/start-process.ts'

const WRITES = 20
const HELD_UP = /未执行.*请稍后再试/

describe.skipIf(!process.env.TEST_DATABASE_URL)(
  'frozen server process (skipped without TEST_DATABASE_URL)',
  () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'equipnet-frozen-'))
    let copy: ServerCopy | null = null
    let servers: ServerProcess[] = []
    let admin: pg.Client

    beforeAll(async () => {
      copy = await copyFilledPortal(dataDir)
      const env = { NODE_ENV: 'production', DEMO: '1', DEMO_PASSWORD, DATA_DIR: dataDir, WRITE_LIMITS: 'off' }
      const start = () => startProcess({ ...env, DATABASE_URL: copy?.url ?? '' })
      servers = await Promise.all([start(), start()])
      admin = new pg.Client({ connectionString: copy?.url })
      await admin.connect()
    }, 240_000)
    afterAll(async () => {
      servers[0]?.signal('SIGCONT')
      await Promise.all(servers.map((server) => server.stop('SIGTERM')))
      await admin?.end()
      await copy?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    })

    const rows = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
      (await admin.query(text, values)).rows as T[]

    test('leaves another process readable, and its row lock is released within 20 seconds', async () => {
      const [frozen, healthy] = servers as [ServerProcess, ServerProcess]
      const signed = await fetch(`${healthy.url}/newapi/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ userName: 'demo-ordinary', password: DEMO_PASSWORD }),
      })
      const { data } = (await signed.json()) as { data: { token: string } }
      const headers = { token: data.token }
      const [item] = await rows<{ id: string }>(
        `select id from item where type = 'demand' and status = 'online' order by id limit 1`,
      )
      const like = async (server: ServerProcess) => {
        const answer = await fetch(`${server.url}/newapi/demand/like?id=${item?.id}`, { headers })
        return { status: answer.status, msg: ((await answer.json()) as { msg: string }).msg }
      }
      expect((await like(frozen)).status).toBe(200)

      // It waits for the lock when it freezes, gets the lock, and never goes on.
      await admin.query('begin')
      await admin.query('select id from item where id = $1 for update', [item?.id])
      const unfinished = like(frozen)
      await expect
        .poll(() =>
          rows(
            `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        )
        .toHaveLength(1)
      frozen.signal('SIGSTOP')
      await admin.query('commit')
      const idle = () =>
        rows(
          `select pid from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
        )
      await expect.poll(idle).toHaveLength(1)
      const since = performance.now()

      let isOver = false
      const reads: number[] = []
      const watch = async () => {
        while (!isOver)
          for (const path of [
            '/readyz',
            '/newapi/demand/showlist?limit=2',
            '/newapi/demand/showlist?limit=2&page=2',
          ]) {
            const began = performance.now()
            reads.push((await fetch(`${healthy.url}${path}`)).status)
            expect(performance.now() - began).toBeLessThan(3_000)
          }
      }
      const watching = watch()
      const writes = await Promise.all(Array.from({ length: WRITES }, () => like(healthy)))
      for (const { status, msg } of writes) {
        expect([200, 503]).toContain(status)
        if (status === 503) expect(msg).toMatch(HELD_UP)
      }
      expect(writes.some(({ status }) => status === 503)).toBe(true)
      await expect
        .poll(async () => (await like(healthy)).status, { timeout: 30_000, interval: 500 })
        .toBe(200)
      expect(performance.now() - since, 'milliseconds until the item can be written again').toBeLessThan(
        20_000,
      )
      isOver = true
      await watching
      expect(reads.filter((status) => status !== 200)).toEqual([])

      frozen.signal('SIGCONT')
      expect((await unfinished).status).toBe(503)
      expect((await like(frozen)).status).toBe(200)
    }, 90_000)
  },
)
