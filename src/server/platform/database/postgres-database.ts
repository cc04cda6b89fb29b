// Opens PostgreSQL: the pool with its time limits, the replica, and the listener.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { Secrets } from '#server/platform/secrets/secrets.ts'
import { buildKysely, sendNotification } from './build-kysely.ts'
import type { DatabaseHandle, OpenOptions, RunStatement } from './database-handle.ts'
import { DatabaseUnavailableError, isUnavailable, mayComeUp } from './database-unavailable-error.ts'
import { type GuardOptions, guardPool } from './guarded-pool.ts'
import pg from './pg.ts'
import { PostgresListener } from './postgres-listener.ts'
import { Replica } from './replica.ts'
import { ServerAddresses } from './server-addresses.ts'
import { StatementNames } from './statement-names.ts'
import type { Schema } from './tables/schema.ts'
import { typeParsers } from './type-parsers.ts'
import { WriterSlots } from './writer-slots.ts'

/** How long to wait for a free or a new connection, in ms: then the caller gets 503. */
const CONNECT_MS = 5_000
const RETRY_MS = 500
const STATEMENT_MS = 30_000
/** A little longer than the server's own limit, for a network that swallows packets. */
const ANSWER_MS = 35_000
/** The primary answers what a replica does not. */
const REPLICA_ANSWER_MS = 5_000
/** A call that waits longer for a row lock is refused, so that it does not keep a connection from others. */
const LOCK_MS = 3_000
/** A process that stops inside a transaction keeps its locks no longer. */
const IDLE_IN_TRANSACTION_MS = 10_000
const DEFAULT_CONNECTIONS = 10
/** Of the connections, those that calls which write leave to reads and health checks. */
const RESERVED_SHARE = 0.3
/** Writing calls that may wait for a connection, however slow the database is. */
const WAITING_WRITERS = 256
const IDLE_MS = 60_000

export async function openPostgres(url: string, options: OpenOptions): Promise<DatabaseHandle> {
  const log = options.log ?? (() => undefined)
  const secrets = options.secrets ?? Secrets.random()
  const max = options.poolSize ?? DEFAULT_CONNECTIONS
  const isPooled = options.listenUrl !== undefined
  const writers = new WriterSlots({
    running: Math.max(1, max - Math.ceil(max * RESERVED_SHARE)),
    waiting: WAITING_WRITERS,
    timeout: CONNECT_MS,
  })
  const addresses = new ServerAddresses(url)
  const direct = options.listenUrl === undefined ? addresses : new ServerAddresses(options.listenUrl)
  const poolOf = (parts: Pick<pg.PoolConfig, 'Client' | 'connectionString'>, isBehindPooler: boolean) =>
    openPool({ ...parts, max, types: typeParsers(secrets) }, isBehindPooler, log)
  const pool = poolOf({ Client: addresses.Client }, isPooled)

  const names = (options.isPrepared ?? !isPooled) ? new StatementNames() : undefined
  const guard: GuardOptions = { queryTimeout: ANSWER_MS, ...(names ? { names } : {}), trace: options.trace }
  const primary = guardPool(pool, { ...guard, writers, servers: addresses.count })
  const replica =
    options.readUrl === undefined
      ? undefined
      : new Replica(
          guardPool(poolOf({ connectionString: options.readUrl }, isPooled), {
            ...guard,
            queryTimeout: REPLICA_ANSWER_MS,
          }),
          primary,
          log,
        )
  const db = buildKysely(replica?.split ?? primary)
  const end = async (): Promise<void> => {
    await Promise.all([pool.end(), replica?.close()])
  }
  try {
    await connect(db, options.patience ?? 0, log)
    if (isPooled) await requireLimits(db)
  } catch (error) {
    await end()
    throw new Error(
      `无法连接数据库 ${hidePassword(url)}：${error instanceof Error ? error.message : error}`,
      {
        cause: error,
      },
    )
  }
  await replica?.start()
  const listener = new PostgresListener(direct, log)

  let closing: Promise<void> | undefined
  const closeOnce = async (): Promise<void> => {
    await listener.close()
    await end()
  }

  return {
    db,
    kind: 'postgres',
    secrets,
    checkpoint: async () => undefined,
    vacuumAnalyze: () => runAlone(direct, async (query) => void (await query('vacuum analyze'))),
    alone: (work) => runAlone(direct, work),
    tidy: async () => [],
    listen: (channel, onPayload, onGap) => listener.listen(channel, { onPayload, onGap }),
    writing: (work, queuedCaller) => writers.run(work, queuedCaller),
    reading: (work) => (replica ? replica.reading(work) : work()),
    get source() {
      return replica?.isReading ? 'replica' : 'primary'
    },
    get replica() {
      return replica?.state ?? null
    },
    notify: (channel, payload) => sendNotification(db, channel, payload),
    close: () => (closing ??= closeOnce()),
  }
}

/** A pooler gives each transaction another session, so that what it sets for its sessions counts. */
function openPool(config: pg.PoolConfig, isBehindPooler: boolean, log: (line: string) => void): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    ...(isBehindPooler
      ? {}
      : {
          statement_timeout: STATEMENT_MS,
          lock_timeout: LOCK_MS,
          idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
        }),
    keepAlive: true,
    application_name: 'equipnet',
    onConnect: async (client) => {
      // A page of ten looks expensive to a planner that cannot see its offset; compiling it takes a second each time.
      await client.query(isBehindPooler ? `set time zone 'UTC'` : `set time zone 'UTC'; set jit = off`)
    },
  })
  pool.on('error', (error) => log(`数据库连接出错：${error.message}`))
  // A connection that breaks while in use reports to the query; unheard, its event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

const LIMITS = `set statement_timeout = '30s'; set lock_timeout = '3s'; set idle_in_transaction_session_timeout = '10s'; set jit = off`

/** Without time limits one process that is stopped inside a transaction would keep its locks from all others. */
async function requireLimits(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ missing: string }>`
    select name as missing from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') and setting = '0'
      or name = 'jit' and setting = 'on'`.execute(db)
  if (rows.length === 0) return
  const names = rows.map(({ missing }) => missing).join('、')
  throw new Error(
    `连接池没有设定 ${names}，请在 PgBouncer 的 [databases] 中写 connect_query='${LIMITS.replaceAll("'", "''")}'`,
  )
}

/**
 * What runs there takes as long as the tables are large, and its limit must not be lifted for a session of a pooler. A
 * process that is stopped between two statements loses the connection, with its locks, after a minute.
 */
async function runAlone(
  addresses: ServerAddresses,
  work: (query: RunStatement) => Promise<void>,
): Promise<void> {
  const client = new addresses.Client({ application_name: 'equipnet', statement_timeout: 0 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`set idle_session_timeout = '60s'`)
    await work(async (text) => (await client.query(text)).rows)
  } catch (error) {
    throw isUnavailable(error) ? new DatabaseUnavailableError(error) : error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The database may start together with the portal, or this process be too busy to hear its answer in time. */
async function connect(db: Kysely<Schema>, patience: number, log: (line: string) => void): Promise<void> {
  const deadline = Date.now() + patience
  for (let isFirst = true; ; isFirst = false) {
    try {
      await sql`select 1`.execute(db)
      return
    } catch (error) {
      if (!mayComeUp(error) || Date.now() > deadline) throw error
      if (isFirst) log(`数据库尚不可用，${Math.round(patience / 1000)} 秒内继续尝试连接`)
      await sleep(RETRY_MS)
    }
  }
}

function hidePassword(url: string): string {
  return url.replace(/\/\/([^:@/]*):[^@/]*@/, '//$1:***@').replace(/([?&]password=)[^&]*/, '$1***')
}
