// Measures overload: what a crowd gets, how soon it is refused, and what those notice who go first.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { askAsCrowd, type CrowdOutcome, p99 } from './crowd-load.ts'
import type { Request } from './load.ts'
import { newDemand } from './new-demand.ts'
import { createStatement, newData, type PortalProcess, signIn, startPortal } from './portal-process.ts'
import { openCluster } from './postgres-cluster.ts'
import { absolute, type BenchRow, compared } from './statistics.ts'

export interface OverloadOptions {
  readonly seconds: number
  /** Few callers: shows that everything runs. */
  readonly isSmoke: boolean
}

type Load = (index: number, token: string) => Request

const WORDS = ['救援', '防汛', '无人机', '水泵', '通信', '帐篷']
const LIST: Load = (index) => ({ path: `/newapi/demand/showlist?page=${(index % 20) + 1}&limit=10` })
const SEARCH: Load = (index) => ({
  path: `/newapi/api/search?keyWord=${encodeURIComponent(WORDS[index % WORDS.length] ?? '')}`,
})
const WRITE: Load = (index, token) => ({
  path: '/newapi/demand/add',
  method: 'POST',
  headers: { token },
  body: JSON.stringify(newDemand(`第 ${index} 批 ${Date.now()}`)),
})
const MIX: Load = (index, token) => ([LIST, LIST, SEARCH, WRITE][index % 4] as Load)(index, token)

const LOADS = { lists: LIST, searches: SEARCH, writes: WRITE, 'a mix': MIX }
/** So many callers get the best rate. */
const BUSY = 24
const CROWD = 600

export async function benchOverload(options: OverloadOptions): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  const folder = newData()
  rows.push(...(await measureAll('PGlite', { DATA_DIR: folder.path }, options)))
  folder.remove()
  const cluster = await openCluster()
  if (!cluster) {
    console.log('PostgreSQL is not installed: its rows of overload are left out')
    return rows
  }
  const admin = new pg.Client({ connectionString: cluster.url })
  await admin.connect()
  const database = `bench_overload_${Date.now()}`
  await admin.query(createStatement(database))
  const data = newData('data-beside-server')
  const url = Object.assign(new URL(cluster.url), { pathname: `/${database}` }).toString()
  try {
    rows.push(...(await measureAll('PostgreSQL', { DATABASE_URL: url, DATA_DIR: data.path }, options)))
  } finally {
    data.remove()
    await admin.query(`drop database if exists ${database} with (force)`)
    await admin.end()
    cluster.stop()
  }
  return rows
}

async function measureAll(
  database: string,
  env: Readonly<Record<string, string>>,
  options: OverloadOptions,
): Promise<BenchRow[]> {
  const portal = await startPortal({ ...env, READ_CACHE_MB: '0' }, options.isSmoke)
  try {
    const rows: BenchRow[] = []
    for (const [name, load] of Object.entries(LOADS))
      rows.push(...(await measure(`overload, ${database}, ${name}`, portal, load, options)))
    return rows
  } finally {
    await portal.stop()
  }
}

async function measure(
  what: string,
  portal: PortalProcess,
  load: Load,
  { seconds, isSmoke }: OverloadOptions,
): Promise<BenchRow[]> {
  const token = await signIn(portal.url, 'demo-unit')
  const next = (index: number) => load(index, token)
  const [busy, crowded] = isSmoke ? [2, 8] : [BUSY, CROWD]
  await askAsCrowd(portal.port, seconds / 2, busy, next)
  const best = await askAsCrowd(portal.port, seconds, busy, next)
  const calm = portal.memory()
  let outcome: CrowdOutcome | undefined
  const crowd = askAsCrowd(portal.port, seconds, crowded, next).then((result) => {
    outcome = result
    return result
  })
  const first = await watchFirst(portal, () => outcome !== undefined)
  const { rate, answered, refused } = await crowd
  const memory = portal.memory()
  return [
    compared(`${what}: answers`, '1/s', rate, best.rate, { atLeast: isSmoke ? 0 : 0.9 }),
    absolute(`${what}: answered, p99`, 'ms', p99(answered), { atMost: isSmoke ? 60_000 : 1_000 }),
    absolute(`${what}: refused, p99`, 'ms', p99(refused), { atMost: isSmoke ? 60_000 : 50 }),
    absolute(`${what}: a sign-in meanwhile`, 'ms', first, { atMost: isSmoke ? 60_000 : 1_000 }),
    compared(`${what}: memory`, 'MB', memory, calm, { atMost: isSmoke ? 10 : 1.3 }),
    absolute(`${what}: calm again after`, 's', await untilCalm(portal), { atMost: isSmoke ? 60 : 5 }),
  ]
}

/** Signs in again and again until it is over; answers the longest time in ms. */
async function watchFirst({ url }: PortalProcess, isOver: () => boolean): Promise<number> {
  let longest = 0
  while (!isOver()) {
    const started = performance.now()
    await signIn(url, 'demo-operator')
    longest = Math.max(longest, performance.now() - started)
    await sleep(250)
  }
  return longest
}

/** Seconds until a list is answered within 100 ms. */
async function untilCalm({ url }: PortalProcess): Promise<number> {
  const started = performance.now()
  for (;;) {
    const asked = performance.now()
    const answer = await fetch(`${url}/newapi/demand/showlist?limit=10`)
    await answer.text()
    if (answer.ok && performance.now() - asked < 100) return (performance.now() - started) / 1000
  }
}
