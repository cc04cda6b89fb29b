// Opens PostgreSQL: the pool with its time limits, and the listener.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { Secrets } from '#server/platform/secrets/secrets.ts'
import { buildKysely, sendNotification, vacuumAnalyze } from './build-kysely.ts'
import type { DatabaseHandle, OpenOptions } from './database-handle.ts'
import { mayComeUp } from './database-unavailable-error.ts'
import { guardPool } from './guarded-pool.ts'
import pg from './pg.ts'
import { PostgresListener } from './postgres-listener.ts'
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
  const writers = new WriterSlots({
    running: Math.max(1, max - Math.ceil(max * RESERVED_SHARE)),
    waiting: WAITING_WRITERS,
    timeout: CONNECT_MS,
  })
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    application_name: 'equipnet',
    types: typeParsers(secrets),
    onConnect: async (client) => {
      // A page of ten looks expensive to a planner that cannot see its offset; compiling it takes a second each time.
      await client.query(`set time zone 'UTC'; set jit = off`)
    },
  })
  pool.on('error', (error) => log(`数据库连接出错：${error.message}`))
  // A connection that breaks while in use reports to the query; unheard, its event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))

  const names = new StatementNames()
  const { trace } = options
  const db = buildKysely(guardPool(pool, { queryTimeout: ANSWER_MS, names, writers, trace }))
  try {
    await connect(db, options.patience ?? 0, log)
  } catch (error) {
    await pool.end()
    throw new Error(
      `无法连接数据库 ${hidePassword(url)}：${error instanceof Error ? error.message : error}`,
      {
        cause: error,
      },
    )
  }
  const listener = new PostgresListener(url, log)

  let closing: Promise<void> | undefined
  const closeOnce = async (): Promise<void> => {
    await listener.close()
    await pool.end()
  }

  return {
    db,
    kind: 'postgres',
    secrets,
    checkpoint: async () => undefined,
    vacuumAnalyze: () => vacuumAnalyze(db),
    tidy: async () => [],
    listen: (channel, onPayload, onGap) => listener.listen(channel, { onPayload, onGap }),
    writing: (work, queuedCaller) => writers.run(work, queuedCaller),
    notify: (channel, payload) => sendNotification(db, channel, payload),
    close: () => (closing ??= closeOnce()),
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
