// Tests that statements which run for half a minute, all asked by one caller, keep no other caller waiting.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyFilledPortal, type ServerCopy } from '../../../support/filled-data.ts'
import { type ServerProcess, startProcess } from '../../support/start-process.ts'

const SLOW_WORD = '无人机'
const SLOW_CALLS = 20
/** In ms, on a machine that does other work as well; the slow statements take ten times as long. */
const SOON_MS = 3_000

/** The ranking of matches, which sleeps where it is asked for that word. */
const SLOW_RANK = `create function public.ts_rank(words tsvector, query tsquery) returns real language plpgsql as $$
  begin
    if query::text like '%${SLOW_WORD}%' then perform pg_sleep(30); end if;
    return pg_catalog.ts_rank(words, query);
  end $$`

describe.skipIf(!process.env.TEST_DATABASE_URL)('slow statements (skipped without TEST_DATABASE_URL)', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'equipnet-slow-'))
  let copy: ServerCopy | null = null
  let server: ServerProcess | undefined

  beforeAll(async () => {
    copy = await copyFilledPortal(dataDir)
    const client = new pg.Client({ connectionString: copy?.url })
    await client.connect()
    await client.query(SLOW_RANK)
    await client.query(`do $$ begin
      execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`)
    await client.end()
    server = await startProcess({
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      DATABASE_URL: copy?.url ?? '',
      READ_CACHE_MB: '0',
      TRUST_PROXY: '127.0.0.1',
    })
  }, 120_000)
  afterAll(async () => {
    await server?.stop('SIGKILL')
    await copy?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const ask = (address: string, path: string, signal?: AbortSignal): Promise<Response> =>
    fetch(`${server?.url}${path}`, {
      headers: { 'x-forwarded-for': address },
      ...(signal ? { signal } : {}),
    })
  const search = (word: string) => `/newapi/api/search?limit=5&keyWord=${encodeURIComponent(word)}`

  test('of one caller leave lists, facets, statistics and searches of other callers as fast as before', async () => {
    const leaving = new AbortController()
    let answered = 0
    const slow = Array.from({ length: SLOW_CALLS }, async () => {
      const { status } = await ask('203.0.113.7', search(SLOW_WORD), leaving.signal)
      if (status === 200) answered += 1
    })
    const over = Promise.allSettled(slow)
    await expect.poll(() => running(copy?.url ?? ''), { timeout: 20_000 }).toBeGreaterThan(1)
    for (const path of [
      '/newapi/demand/showlist?limit=5',
      '/newapi/api/avicResource/facets',
      '/newapi/api/avicResource/statistic',
      search('水泵'),
      search('没有这个词语'),
      '/readyz',
    ]) {
      const started = performance.now()
      const { status } = await ask('198.51.100.9', path)
      expect([path, status]).toEqual([path, 200])
      expect([path, performance.now() - started < SOON_MS]).toEqual([path, true])
    }
    expect(answered).toBe(0)
    expect(await running(copy?.url ?? '')).toBeGreaterThan(1)
    leaving.abort()
    await over
  }, 60_000)
})

/** How many of the slow statements run. */
async function running(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state = 'active' and query like '%ts_rank%' and pid <> pg_backend_pid()`)
  await client.end()
  return rows[0]?.count ?? 0
}
