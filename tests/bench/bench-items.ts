// Measures what a call takes with a million items beside ten thousand, on one server and in one run.
import { execFileSync } from 'node:child_process'
import http from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { callPortal } from '../browser/support/operator.ts'
import { type Request, send } from './load.ts'
import { newDemand } from './new-demand.ts'
import { newFolder, type PortalProcess, signIn, startPortal } from './portal-process.ts'
import { openCluster } from './postgres-cluster.ts'
import { absolute, type BenchRow, compared, median } from './statistics.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** A database that is filled once is used again, so its key is always the same. */
const DATA_KEY = Buffer.alloc(32, 'bench').toString('base64')
const WARM_UP = 4
const STARTS = 5
const GOAL = { atMost: 1.3 }
const STORE = '/operator/configuration'
const FILE = 'schemas~dictionaries~validity.json'

interface Call {
  readonly name: string
  /** The account that asks; visitors otherwise. */
  readonly as?: 'demo-unit' | 'operator'
  readonly request: (index: number, id: string) => Omit<Request, 'headers'>
}

const read = (name: string, path: string, as?: Call['as']): Call => ({
  name,
  ...(as ? { as } : {}),
  request: () => ({ path }),
})

const CALLS: readonly Call[] = [
  { name: 'item', request: (_index, id) => ({ path: `/newapi/demand/info/${id}` }) },
  read('list, first page', '/newapi/demand/showlist?page=1&limit=10'),
  read('list, page 80', '/newapi/demand/showlist?page=80&limit=10'),
  read('list, two filters', '/newapi/demand/showlist?page=1&limit=10&region=44&urgency=2'),
  read(
    'list of equipment of a category',
    '/newapi/api/avicResource/resource/index?page=1&limit=10&equipmentType=E002',
  ),
  read('hot list', '/newapi/hotSearch/cmsInfoList?page=1&limit=10'),
  read('facets', '/newapi/api/avicResource/facets'),
  read('facets of a category', '/newapi/api/avicResource/facets?equipmentType=E002'),
  read('facets of a province', '/newapi/api/avicResource/facets?region=44'),
  read('statistic by region', '/newapi/api/avicResource/statistic'),
  read('statistic of companies', '/newapi/api/company/statistic'),
  read('statistic with sums', '/newapi/demand/statistic'),
  read('overview', '/newapi/api/stat/overview'),
  read('search, rare word', `/newapi/api/search?keyWord=${encodeURIComponent('琥珀')}&limit=10`),
  read('search, common word', `/newapi/api/search?keyWord=${encodeURIComponent('应急')}&limit=10`),
  read('list, common word', `/newapi/demand/showlist?limit=10&keyWord=${encodeURIComponent('应急')}`),
  read('home', '/'),
  read('list in the console', '/newapi/operator/demand/manage?page=1&limit=10', 'operator'),
  read('list in the console, large type', '/newapi/operator/news/manage?page=1&limit=10', 'operator'),
  {
    name: 'submission',
    as: 'demo-unit',
    request: (index) => ({
      path: '/newapi/demand/add',
      method: 'POST',
      body: JSON.stringify(newDemand(`第 ${index} 份 ${Date.now()}`)),
    }),
  },
]

interface Size {
  readonly items: number
  readonly env: Readonly<Record<string, string>>
  readonly portal: PortalProcess
  readonly ids: readonly string[]
  readonly tokens: Readonly<Record<NonNullable<Call['as']>, string>>
}

/** `BENCH_GROWTH_URL` names a server whose databases are filled once and used again; else it is one of the run's own. */
export async function benchItems(counts: readonly [number, number], runs: number): Promise<BenchRow[]> {
  const given = process.env.BENCH_GROWTH_URL
  const cluster = given ? { url: given, stop: () => {} } : await openCluster()
  if (!cluster) {
    console.log('PostgreSQL is not installed: the rows of many items are left out')
    return []
  }
  const folder = newFolder()
  const sizes: Size[] = []
  try {
    for (const items of counts) sizes.push(await open(cluster.url, items, join(folder.path, String(items))))
    const [few, many] = sizes as [Size, Size]
    const rows: BenchRow[] = []
    for (const call of CALLS) {
      const [subject, limit] = await alternate(call, many, few, runs)
      rows.push(compared(`items: ${call.name}`, 'ms', subject, limit, GOAL))
    }
    const [published, ofFewer] = await publishByTurns(many, few)
    rows.push(compared('items: configuration published', 'ms', published, ofFewer, GOAL))
    const [start, ofFew] = await startByTurns(many, few)
    rows.push(
      compared('items: start', 's', start / 1_000, ofFew / 1_000, GOAL),
      compared('items: memory', 'MB', many.portal.memory(), few.portal.memory(), GOAL),
      absolute('items: memory of the process', 'MB', many.portal.memory(), { atMost: 300 }),
    )
    return rows
  } finally {
    await Promise.all(sizes.map(({ portal }) => portal.stop()))
    folder.remove()
    cluster.stop()
  }
}

/** Medians of both in ms, of further processes on the same databases. */
async function startByTurns(many: Size, few: Size): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let index = 0; index < STARTS; index++)
    for (const [place, { env }] of [many, few].entries()) {
      const portal = await startPortal(env)
      times[place as 0 | 1].push(portal.ready)
      await portal.stop()
    }
  return [median(times[0]), median(times[1])]
}

/** Medians of both in ms, from the call that publishes a dictionary with another label to its answer. */
async function publishByTurns(many: Size, few: Size): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let index = 0; index < STARTS; index++)
    for (const [place, { portal, tokens }] of [many, few].entries()) {
      const token = tokens.operator
      const { published } = await callPortal<{ published: string }>(
        portal.url,
        `${STORE}/info/${FILE}`,
        token,
      )
      const text = published.replace(/("label":\s*)"[^"]*"/, `$1"名称 ${index}"`)
      await callPortal(portal.url, `${STORE}/save`, token, { id: FILE, text, isRebased: true })
      const started = performance.now()
      await callPortal(portal.url, `${STORE}/publish`, token, { words: '测量' })
      times[place as 0 | 1].push(performance.now() - started)
    }
  return [median(times[0]), median(times[1])]
}

async function open(server: string, items: number, dataDir: string): Promise<Size> {
  const name = `bench_items_${items}`
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, DATA_KEY, READ_CACHE_MB: '0' }
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
  if (!rowCount) {
    await admin.query(`create database ${name}`)
    const seed = ['dist/server/seed.js', '--items', String(items)]
    execFileSync(process.execPath, seed, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'inherit' })
  }
  await admin.end()
  // The first start makes what a newer program adds.
  await (await startPortal(env)).stop()
  const portal = await startPortal(env)
  const [unit, operator] = [await signIn(portal.url, 'demo-unit'), await signIn(portal.url, 'demo-operator')]
  return { items, env, portal, ids: await idsOf(url), tokens: { 'demo-unit': unit, operator } }
}

/** Of items all over the table. */
async function idsOf(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    `select id from item where type = 'demand' and status = 'online' order by id limit 500`,
  )
  await client.end()
  return rows.map(({ id }) => id)
}

/** Medians of both in ms, asked by turns, so that other work on the machine meets both alike. */
async function alternate(call: Call, many: Size, few: Size, runs: number): Promise<[number, number]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async ({ portal, ids, tokens }: Size, index: number): Promise<number> => {
    const request = call.request(index, ids[(index * 37) % ids.length] ?? '')
    const headers = call.as ? { token: tokens[call.as] } : {}
    const started = performance.now()
    const status = await send(agent, portal.port, { ...request, headers })
    if (status !== 200) throw new Error(`${request.path} answered ${status}`)
    return performance.now() - started
  }
  const times: [number[], number[]] = [[], []]
  for (let index = 0; index < runs + WARM_UP; index++)
    for (const [place, size] of [many, few].entries()) {
      const ms = await ask(size, index)
      if (index >= WARM_UP) times[place as 0 | 1].push(ms)
    }
  agent.destroy()
  return [median(times[0]), median(times[1])]
}
