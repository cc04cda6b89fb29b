// Tests that a server process keeps to its limit of PostgreSQL connections under parallel requests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../../browser/support/start-portal.ts'
import { copyFilledPortal, type ServerCopy } from '../../../support/filled-data.ts'
import { type ServerProcess, startProcess } from '../../support/start-process.ts'

const ALLOWED = 2
const AT_ONCE = 24

describe.skipIf(!process.env.TEST_DATABASE_URL)(
  'connections of a server process (skipped without TEST_DATABASE_URL)',
  () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'equipnet-connections-'))
    let copy: ServerCopy | null = null
    let server: ServerProcess | undefined

    beforeAll(async () => {
      copy = await copyFilledPortal(dataDir)
      server = await startProcess({
        NODE_ENV: 'production',
        DEMO: '1',
        DEMO_PASSWORD,
        DATA_DIR: dataDir,
        DATABASE_URL: copy?.url ?? '',
        DATABASE_CONNECTIONS: String(ALLOWED),
        READ_CACHE_MB: '0',
      })
    }, 120_000)
    afterAll(async () => {
      await server?.stop('SIGTERM')
      await copy?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    })

    test('stay within DATABASE_CONNECTIONS while 24 parallel requests are answered', async () => {
      const pages = Array.from({ length: AT_ONCE }, (_, at) => at + 1)
      const answers = await Promise.all(
        pages.map((page) => fetch(`${server?.url}/newapi/demand/showlist?limit=2&page=${page}`)),
      )
      expect(answers.map(({ status }) => status)).toEqual(pages.map(() => 200))
      const client = new pg.Client({ connectionString: copy?.url })
      await client.connect()
      const { rows } = await client.query(
        `select application_name as name, count(*)::int as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() group by 1 order by 1`,
      )
      await client.end()
      // They stay open for a minute, in case somebody asks again.
      expect(rows).toEqual([
        { name: 'equipnet', count: ALLOWED },
        { name: 'equipnet-listener', count: 1 },
      ])
    })
  },
)
