// Tests two server processes behind PgBouncer in transaction mode, from the empty database to a notice of the other process.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { DEMO_PASSWORD } from '../../../browser/support/start-portal.ts'
import {
  HAS_SERVER,
  POOLER,
  type Pooler,
  type PostgresServer,
  startPooler,
  startPostgres,
} from '../../../support/postgres-servers.ts'
import { DEMAND } from '../../support/demand.ts'
import { PUBLIC_URL, type ServerProcess, startProcess } from '../../support/start-process.ts'

const canRun = HAS_SERVER && POOLER !== undefined

describe.skipIf(!canRun)(
  'server processes behind PgBouncer (skipped without postgresql and pgbouncer)',
  () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'equipnet-pooler-'))
    const servers: ServerProcess[] = []
    let postgres: PostgresServer
    let pooler: Pooler

    beforeAll(async () => {
      postgres = await startPostgres(['fsync=off', 'jit=on'])
      pooler = await startPooler(postgres.url)
      const env = {
        NODE_ENV: 'production',
        DEMO: '1',
        DEMO_PASSWORD,
        DATA_DIR: dataDir,
        DATABASE_URL: pooler.through(postgres.url),
        DATABASE_LISTEN_URL: postgres.url,
        READ_CACHE_MB: '0',
      }
      // Both at once on an empty database: one migrates and fills it, the other waits.
      servers.push(...(await Promise.all([startProcess(env), startProcess(env)])))
    }, 240_000)
    afterAll(async () => {
      await Promise.all(servers.map((server) => server.stop('SIGTERM')))
      pooler?.stop()
      postgres?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    })

    interface Answer<T> {
      readonly status: number
      readonly data: T
    }

    async function ask<T>(at: number, path: string, token?: string, body?: object): Promise<Answer<T>> {
      const answer = await fetch(`${servers[at]?.url}${path}`, {
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
        headers: { ...(token ? { token } : {}), ...(body ? { 'content-type': 'application/json' } : {}) },
      })
      const { data } = (await answer.json()) as { data: T }
      return { status: answer.status, data }
    }

    const signIn = async (at: number, userName: string): Promise<string> =>
      (
        await ask<{ token: string }>(at, '/newapi/api/login', undefined, {
          userName,
          password: DEMO_PASSWORD,
        })
      ).data.token

    test('sign in, list, add and approve over both processes, and push the notice across', async () => {
      const owner = await signIn(0, 'demo-unit')
      const operator = await signIn(1, 'demo-operator')
      const heard: string[] = []
      const socket = new WebSocket(`${servers[0]?.url.replace('http', 'ws')}/websocket`, {
        origin: PUBLIC_URL,
      })
      socket.on('message', (data) => heard.push(String(data)))
      socket.on('open', () => socket.send(JSON.stringify({ type: 'session', token: owner })))
      await expect.poll(() => heard.join(), { timeout: 10_000 }).toContain('"state":"open"')

      const deadline = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
      const added = await ask<{ id: string }>(0, '/newapi/demand/add', owner, { ...DEMAND, deadline })
      expect(added.status, JSON.stringify(added)).toBe(200)
      expect((await ask(1, `/newapi/demand/online?id=${added.data.id}`, operator)).status).toBe(200)
      await expect.poll(() => heard.join(), { timeout: 10_000 }).toContain('"unread"')
      socket.close()
      for (const at of [0, 1]) {
        const { data } = await ask<{ list: { id: string }[] }>(at, '/newapi/demand/showlist?limit=5')
        expect(data.list.map(({ id }) => id)).toContain(added.data.id)
      }
    })

    test('answer the same pages again and again, whichever session of the server each statement meets', async () => {
      const pages = Array.from({ length: 60 }, (_, at) => (at % 6) + 1)
      const answers = await Promise.all(
        pages.map((page) => ask(page % 2, `/newapi/demand/showlist?limit=2&page=${page}`)),
      )
      expect(answers.map(({ status }) => status)).toEqual(pages.map(() => 200))
    })

    test('leave only the listening sessions to reach the server past the pooler', () => {
      const direct = postgres.ask(
        `select count(*) from pg_stat_activity where application_name = 'equipnet-listener'`,
      )
      expect(direct).toBe('2')
    })

    test('do not start where the sessions of the pooler have no time limits, and say what to write', async () => {
      const bare = await startPooler(postgres.url, '')
      const opening = openDatabase({
        dataDir: 'unused',
        url: bare.through(postgres.url),
        listenUrl: postgres.url,
      })
      await expect(opening).rejects.toThrow(
        /没有设定 .*statement_timeout.*connect_query='set statement_timeout = ''30s''/,
      )
      bare.stop()
    })
  },
)
