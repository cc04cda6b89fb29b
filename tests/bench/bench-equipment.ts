// Measures items with parameters beside a server written by hand for the same duty, on the same database.
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import { buildApp } from '#server/app.ts'
import { ConfigurationSource } from '#server/configuration/configuration-source.ts'
import { stopContent } from '#server/content/content-lifecycle.ts'
import { ensureIndexes } from '#server/content/indexes/ensure-indexes.ts'
import { renewParameters } from '#server/content/indexes/renew-parameters.ts'
import type { Services } from '#server/platform/call.ts'
import type { DatabaseHandle } from '#server/platform/database/database-handle.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { readSettings } from '#server/platform/settings.ts'
import { buildServices } from '#server/services.ts'
import { seedVolume } from '#server/transfer/seed/seed-volume.ts'
import { seedWhenEmpty } from '#server/transfer/seed/seed-when-empty.ts'
import type { Model } from '#shared/model/model.ts'
import { makeByHand, serveByHand } from './equipment-by-hand.ts'
import { type Client, clientOf, constantsOf, idsOf, measuredCalls, requireSame } from './equipment-calls.ts'
import { createStatement, newData, newFolder } from './portal-process.ts'
import { openCluster } from './postgres-cluster.ts'
import { absolute, type BenchRow, compared, median } from './statistics.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const TYPE = 'equipment'
const GOAL = { atLeast: 0.8 }
/** In short form it shares the process with the other parts, which keep it from hearing the database for seconds. */
const PATIENCE_MS = 60_000

export interface EquipmentBenchOptions {
  readonly items: number
  readonly embedded: number
  readonly rounds: number
  /** Few calls: shows that everything runs. */
  readonly isSmoke: boolean
}

/**
 * Both servers answer over HTTP, without a cache, in this process: the portal whole, with all that stands before a
 * call; beside it plain Fastify with prepared statements on a table made for these five calls. Their answers are
 * the same to the last value, which is checked before anything is measured.
 * `BENCH_EQUIPMENT_URL` names a database that is filled once and used again; without it, one of the run's own.
 */
export async function benchEquipment({
  items,
  embedded,
  rounds,
  isSmoke,
}: EquipmentBenchOptions): Promise<BenchRow[]> {
  const loaded = await loadConfiguration(ROOT)
  if (!loaded.ok) throw new Error('the configuration does not pass its check')
  const turns = isSmoke
    ? { before: 0, counted: 1, calls: 4 }
    : { before: 20, counted: rounds * 20, calls: rounds === 1 ? 200 : 2_000 }
  const server = await openServer()
  try {
    // Whether the bench itself runs, one database shows.
    const inside = isSmoke && server ? [] : await measureInside(loaded.model, embedded, turns, isSmoke)
    if (server) return [...inside, ...(await measureOn(server.url, loaded.model, items, turns))]
    console.log('PostgreSQL is not installed: its rows of equipment are left out')
    return inside
  } finally {
    await server?.stop()
  }
}

async function measureInside(
  model: Model,
  items: number,
  turns: Turns,
  isSmoke: boolean,
): Promise<BenchRow[]> {
  const data = newData()
  const handle = await openDatabase({ dataDir: isSmoke ? data.path : 'memory://' })
  try {
    return await measure(handle, undefined, model, items, turns)
  } finally {
    await handle.close()
    data.remove()
  }
}

async function measureOn(url: string, model: Model, items: number, turns: Turns): Promise<BenchRow[]> {
  const handle = await openDatabase({ url, dataDir: 'unused', patience: PATIENCE_MS })
  try {
    return await measure(handle, url, model, items, turns)
  } finally {
    await handle.close()
  }
}

async function openServer(): Promise<{ readonly url: string; stop(): Promise<void> } | null> {
  const prepared = process.env.BENCH_EQUIPMENT_URL
  if (prepared) return { url: prepared, stop: async () => undefined }
  const cluster = await openCluster()
  if (!cluster) return null
  const admin = new pg.Client({ connectionString: cluster.url })
  await admin.connect()
  const database = `bench_equipment_${Date.now()}`
  await admin.query(createStatement(database))
  return {
    url: Object.assign(new URL(cluster.url), { pathname: `/${database}` }).toString(),
    stop: async () => {
      await admin.query(`drop database if exists ${database} with (force)`)
      await admin.end()
      cluster.stop()
    },
  }
}

async function fill(services: Services, items: number): Promise<void> {
  await migrate(services.db)
  // Without its secrets: a database that is used again was filled with the key of another run.
  await ensureIndexes(services.db, services.model())
  await seedWhenEmpty(services)
  const { rows } = await sql<{
    total: number
  }>`select coalesce(sum(n), 0)::int as total from item_count where type = ${TYPE} and status = 'online' and field = ''`.execute(
    services.db,
  )
  const there = rows[0]?.total ?? 0
  if (there < items) {
    // The copy that the server by hand reads is made again of all.
    await sql`drop table if exists hand_equipment`.execute(services.db)
    await seedVolume(services, [{ type: TYPE, items: items - there }])
  }
  await renewParameters(services)
  await makeByHand(services.db)
  await services.database.vacuumAnalyze()
}

async function measure(
  handle: DatabaseHandle,
  url: string | undefined,
  model: Model,
  items: number,
  turns: Turns,
): Promise<BenchRow[]> {
  const where = url === undefined ? 'embedded' : 'PostgreSQL'
  const services = buildServices(handle, { model }, { cacheBytes: 0 })
  await fill(services, items)
  const folder = newFolder()
  const env = { NODE_ENV: 'test', WRITE_LIMITS: 'off', DATA_DIR: folder.path }
  const settings = { ...readSettings(env), root: ROOT }
  const app = await buildApp({ services, source: ConfigurationSource.of(model, ROOT), settings })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const portal = clientOf(Number(new URL(address).port))
  const ids = await idsOf(portal.get, 4)
  const server = await serveByHand(handle.db, url, await constantsOf(model, portal.get, ids))
  const byHand = clientOf(server.port)
  try {
    const rows: BenchRow[] = []
    for (const call of measuredCalls(ids)) {
      await requireSame(portal.get, byHand.get, call)
      const subject = () => portal.get(call.portal)
      const rates = await alternate(turns, subject, () => byHand.get(call.byHand))
      const what = `equipment, ${items} items on ${where}: ${call.what}`
      rows.push(compared(what, 'req/s', rates.subject, rates.limit, GOAL))
    }
    rows.push(
      absolute(
        `equipment, ${items} items on ${where}: another read beside facets waits`,
        'ms',
        await longestWait(handle, portal.get),
        { atMost: where === 'embedded' ? 1_000 : 200 },
      ),
      absolute(
        `equipment, ${items} items on ${where}: memory more after ${turns.calls.toLocaleString('en')} calls`,
        'MB',
        await growth(portal.get, ids, turns),
        { atMost: 30 },
      ),
    )
    return rows
  } finally {
    portal.close()
    byHand.close()
    await server.close()
    await stopContent(services)
    await app.close()
    folder.remove()
  }
}

/** How often both are asked before it counts, and then; and the calls for which memory is watched. */
interface Turns {
  readonly before: number
  readonly counted: number
  readonly calls: number
}

/** Runs both turn by turn, so that noise of the machine falls on both. */
async function alternate(
  { before, counted }: Turns,
  subject: () => Promise<unknown>,
  limit: () => Promise<unknown>,
): Promise<{ readonly subject: number; readonly limit: number }> {
  const times: Record<'subject' | 'limit', number[]> = { subject: [], limit: [] }
  const timed = async (run: () => Promise<unknown>): Promise<number> => {
    const started = performance.now()
    await run()
    return performance.now() - started
  }
  // Plans are made, and code is compiled, in the first of either.
  for (let round = -before; round < counted; round++) {
    const pair = { limit: await timed(limit), subject: await timed(subject) }
    if (round < 0) continue
    times.limit.push(pair.limit)
    times.subject.push(pair.subject)
  }
  return { subject: 1_000 / median(times.subject), limit: 1_000 / median(times.limit) }
}

async function longestWait({ db }: DatabaseHandle, get: Client): Promise<number> {
  const busy = { until: get('/newapi/api/avicResource/facets').then(() => null) }
  let longest = 0
  for (let done: unknown = false; done !== null; ) {
    const started = performance.now()
    await sql`select title from item order by id limit 1`.execute(db)
    longest = Math.max(longest, performance.now() - started)
    done = await Promise.race([busy.until, new Promise((resolve) => setTimeout(resolve, 5))])
  }
  return longest
}

/** Of this process, which holds both servers. */
async function growth(get: Client, ids: readonly string[], { calls: count }: Turns): Promise<number> {
  const calls = measuredCalls(ids).filter(({ portal }) => !portal.includes('facets'))
  const many = async (count: number): Promise<number> => {
    for (let done = 0; done < count; done++) await get(calls[done % calls.length]?.portal ?? '')
    return process.memoryUsage.rss() / 1024 / 1024
  }
  // As many before: code is compiled and plans are made in them.
  const before = await many(count)
  return Math.max(0, (await many(count)) - before)
}
