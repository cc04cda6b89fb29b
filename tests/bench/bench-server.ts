// Measures the server beside a bare one, on the same PostgreSQL in the same run.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { startBareServer } from './bare-server.ts'
import { benchVersions } from './bench-versions.ts'
import { HAND_TABLES } from './create-by-hand.ts'
import { requestsPerSecond } from './load.ts'
import { newDemand } from './new-demand.ts'
import { createStatement, newData, signIn, startPortal } from './portal-process.ts'
import { openCluster } from './postgres-cluster.ts'
import { measureSearchQueries } from './search-queries.ts'
import { startByHand } from './server-by-hand.ts'
import { absolute, type BenchRow, compared, median } from './statistics.ts'

const ROOT = join(import.meta.dirname, '..', '..')

export interface ServerBenchOptions {
  readonly items: number
  readonly seconds: number
  readonly rounds: number
  /** Few requests: shows that everything runs. */
  readonly isSmoke: boolean
}

/** How much is asked of either server. */
interface Load {
  readonly seconds: number
  readonly connections: number
  readonly rounds: number
  readonly hasWarmUp: boolean
  readonly queries: number
}

/** Alternates the two servers, so that noise of the machine falls on both. */
async function paired(
  { rounds, hasWarmUp }: Load,
  subject: () => Promise<number>,
  limit: () => Promise<number>,
): Promise<{ subject: number; limit: number }> {
  const subjects: number[] = []
  const limits: number[] = []
  // A connection makes its plans in its first five reads, and code is compiled while it runs: neither is the rate.
  if (hasWarmUp) {
    await limit()
    await subject()
  }
  for (let round = 0; round < rounds; round++) {
    limits.push(await limit())
    subjects.push(await subject())
  }
  return { subject: median(subjects), limit: median(limits) }
}

export async function benchServer({
  items,
  seconds,
  rounds,
  isSmoke,
}: ServerBenchOptions): Promise<BenchRow[]> {
  const load: Load = isSmoke
    ? { seconds, connections: 2, rounds, hasWarmUp: false, queries: 2 }
    : { seconds, connections: 32, rounds, hasWarmUp: true, queries: 40 }
  const cluster = await openCluster()
  if (!cluster) {
    console.log('PostgreSQL is not installed: the rows of the server are left out')
    return []
  }
  const admin = new pg.Client({ connectionString: cluster.url })
  await admin.connect()
  const database = `bench_${Date.now()}`
  await admin.query(createStatement(database))
  const url = Object.assign(new URL(cluster.url), { pathname: `/${database}` }).toString()
  const folder = newData('data-beside-server')
  const env = { DATABASE_URL: url, DATA_DIR: folder.path }
  try {
    // A portal that starts on an empty database leaves no search vectors to renew, which would undo what is spread here.
    if (!(isSmoke && folder.isCopy)) await (await startPortal(env)).stop()
    const seed = ['dist/server/seed.js', '--items', String(items), '--type', 'demand']
    execFileSync(process.execPath, seed, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await spreadWord(url)
    await copyItems(url)
    const bare = await startBareServer(url)
    const byHand = await startByHand(url)
    const portal = await startPortal(env)
    const limits = { bare: bare.port, byHand: byHand.port }
    const rows = await measure(url, portal, limits, load)
    rows.push(absolute('server: memory after load', 'MB', portal.memory(), { atMost: 150 }))
    await portal.stop()
    const uncached = await startPortal({ ...env, READ_CACHE_MB: '0' })
    rows.push(...(await measureMisses(url, uncached, limits, load)))
    await uncached.stop()
    await bare.close()
    await byHand.close()
    // The one before was started on a filled database too.
    const again = isSmoke ? uncached : await startPortal(env)
    rows.push(absolute('server: start on a filled database', 's', again.ready / 1000, { atMost: 1 }))
    if (again !== uncached) await again.stop()
    rows.push(
      ...(await benchVersions(admin, cluster.url, { ...load, connections: Math.min(load.connections, 8) })),
    )
    return rows
  } finally {
    folder.remove()
    await admin.query(`drop database if exists ${database} with (force)`)
    await admin.end()
    cluster.stop()
  }
}

/** Words of the samples stand in one item of a hundred; this one stands in twenty. */
const RARE_WORD = '琥珀'
const COMMON_WORD = '薄冰'

async function spreadWord(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `update item set search = search || $1::tsvector where id in (
      select id from item where type = 'demand' and status = 'online' order by md5(id) limit 20)`,
    [`'${RARE_WORD}':1A`],
  )
  await client.query('vacuum analyze item')
  await client.end()
}

/** The bare server's table holds the same rows, and the indexes that its reads want and its create maintains. */
async function copyItems(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create table bare_item as
    select id, title, region, body, published_at, view_count, search from item where type = 'demand' and status = 'online'`)
  await client.query('alter table bare_item add primary key (id)')
  await client.query('alter table bare_item alter view_count set default 0')
  await client.query('create index on bare_item (published_at desc, id desc)')
  await client.query(`create index on bare_item ((body->>'demandType'), published_at desc, id desc)`)
  await client.query('create index on bare_item (view_count desc, id desc)')
  await client.query('create index on bare_item using gin (search)')
  await client.query(`create index on bare_item using gin (to_tsvector('simple', title))`)
  await client.query(
    `create index on bare_item using gin (to_tsvector('simple', body->>'technicalRequirement'))`,
  )
  for (const statement of HAND_TABLES) await client.query(statement)
  await client.query('vacuum analyze bare_item, hand_demand')
  await client.end()
}

/** Ports of the servers that the portal is compared with. */
type Limits = Readonly<Record<'bare' | 'byHand', number>>

async function measure(
  url: string,
  portal: { port: number; url: string },
  { bare, byHand }: Limits,
  load: Load,
): Promise<BenchRow[]> {
  const ids = await idsOf(url)
  const id = (index: number) => ids[index % ids.length] ?? ''
  const token = await signIn(portal.url, 'demo-unit')
  const asking = (port: number, next: Parameters<typeof requestsPerSecond>[3]) => () =>
    requestsPerSecond(port, load.seconds, load.connections, next)
  const list = await paired(
    load,
    asking(portal.port, () => ({ path: '/newapi/demand/showlist?page=1&limit=10' })),
    asking(bare, () => ({ path: '/list?page=1&limit=10' })),
  )
  const detail = await paired(
    load,
    asking(portal.port, (index) => ({ path: `/newapi/demand/info/${id(index % 50)}` })),
    asking(bare, (index) => ({ path: `/info/${id(index % 50)}` })),
  )
  let batch = 0
  // Nobody hands in the same twice.
  const body = () => {
    batch += 1
    return JSON.stringify(newDemand(`第 ${batch} 批`))
  }
  const creating = (port: number) =>
    asking(port, () => ({ path: '/newapi/demand/add', method: 'POST', body: body(), headers: { token } }))
  const create = await paired(load, creating(portal.port), creating(bare))
  const dutiful = await paired(load, creating(portal.port), creating(byHand))
  return [
    compared('server: list of 10 with total', 'req/s', list.subject, list.limit, { atLeast: 2 }),
    compared('server: detail', 'req/s', detail.subject, detail.limit, { atLeast: 1 }),
    compared('server: create', 'req/s', create.subject, create.limit, { atLeast: 0.2 }),
    compared('server: create, equal duty', 'req/s', dutiful.subject, dutiful.limit, { atLeast: 0.8 }),
  ]
}

async function idsOf(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Those of both tables: the bare server's own creations are in its table only.
  const { rows } = await client.query<{ id: string }>(
    'select id from bare_item join item using (id) order by id limit 2000',
  )
  await client.end()
  return rows.map((row) => row.id)
}

/** Every answer is read from the database: `portal` runs without its cache. */
async function measureMisses(
  url: string,
  portal: { port: number },
  { bare, byHand }: Limits,
  load: Load,
): Promise<BenchRow[]> {
  const ids = await idsOf(url)
  const asking = (port: number, path: (index: number) => string) => () =>
    requestsPerSecond(port, load.seconds, load.connections, (index) => ({ path: path(index) }))
  const rates = (subject: (index: number) => string, limit: (index: number) => string) =>
    paired(load, asking(portal.port, subject), asking(bare, limit))
  const dutiful = async (path: (index: number) => string) => {
    await requireSame(portal.port, byHand, path(0))
    return paired(load, asking(portal.port, path), asking(byHand, path))
  }
  const paths = {
    list: (index: number) => `/newapi/demand/showlist?page=${(index % 40) + 1}&limit=10`,
    filtered: (index: number) => `/newapi/demand/showlist?demandType=${(index % 4) + 1}&limit=10`,
    detail: (index: number) => `/newapi/demand/info/${ids[index % ids.length]}`,
  }
  const list = await rates(paths.list, (index) => `/list?page=${(index % 40) + 1}&limit=10`)
  const filtered = await rates(paths.filtered, (index) => `/list?demandType=${(index % 4) + 1}`)
  const hot = await rates(
    () => '/newapi/hotSearch/demandList?limit=10',
    () => '/hot',
  )
  const detail = await rates(paths.detail, (index) => `/info/${ids[index % ids.length]}`)
  const dutifulList = await dutiful(paths.list)
  const dutifulFiltered = await dutiful(paths.filtered)
  const dutifulDetail = await dutiful(paths.detail)
  const search = (word: string) =>
    rates(
      () => `/newapi/demand/showlist?keyWord=${encodeURIComponent(word)}&sort=-publishedAt`,
      () => `/list?word=${encodeURIComponent(`'${word}'`)}`,
    )
  const rare = await search(RARE_WORD)
  const common = await search(COMMON_WORD)
  const rareQuery = await measureSearchQueries(url, RARE_WORD, load.rounds, load.queries)
  const commonQuery = await measureSearchQueries(url, COMMON_WORD, load.rounds, load.queries)
  return [
    compared('server: list of 10 with total, no cache', 'req/s', list.subject, list.limit, { atLeast: 0.8 }),
    compared('server: list of one kind with total, no cache', 'req/s', filtered.subject, filtered.limit, {
      atLeast: 0.8,
    }),
    compared('server: ten hottest with total, no cache', 'req/s', hot.subject, hot.limit, { atLeast: 0.8 }),
    compared('server: detail, no cache', 'req/s', detail.subject, detail.limit, { atLeast: 0.5 }),
    ...Object.entries({ list: dutifulList, 'list of one kind': dutifulFiltered, detail: dutifulDetail }).map(
      ([what, { subject, limit }]) =>
        compared(`server: ${what}, no cache, equal duty`, 'req/s', subject, limit, { atLeast: 0.8 }),
    ),
    compared('server: search query, rare word', '1/s', rareQuery.subject, rareQuery.limit, { atLeast: 0.5 }),
    compared('server: search query, common word', '1/s', commonQuery.subject, commonQuery.limit, {
      atLeast: 0.5,
    }),
    compared('server: search of a rare word, no cache', 'req/s', rare.subject, rare.limit, { atLeast: 0.5 }),
    compared('server: search of a common word, no cache', 'req/s', common.subject, common.limit, {
      atLeast: 0.5,
    }),
  ]
}

/** A counterpart with the same duty gives the same answer. */
async function requireSame(portal: number, byHand: number, path: string): Promise<void> {
  const [subject, limit] = await Promise.all(
    [portal, byHand].map(async (port) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()),
  )
  if (subject === limit || !subject || !limit) return
  const at = subject.split('').findIndex((letter, index) => letter !== limit[index])
  const [ours, theirs] = [subject, limit].map((text) => text.slice(Math.max(0, at - 200), at + 200))
  throw new Error(`${path}: the answers differ\n${ours}\n${theirs}`)
}
