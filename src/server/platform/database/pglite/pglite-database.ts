// Opens PGlite: lock, worker, one connection, checkpoints.
import { join } from 'node:path'
import { sql } from 'kysely'
import { buildKysely, sendNotification, vacuumAnalyze } from '#server/platform/database/build-kysely.ts'
import { ChannelHandlers, toChannelName } from '#server/platform/database/channel.ts'
import type { DatabaseHandle, OpenOptions } from '#server/platform/database/database-handle.ts'
import { isSessionEnd } from '#server/platform/database/database-unavailable-error.ts'
import { guardPool } from '#server/platform/database/guarded-pool.ts'
import pg from '#server/platform/database/pg.ts'
import { StatementNames } from '#server/platform/database/statement-names.ts'
import { typeParsers } from '#server/platform/database/type-parsers.ts'
import { WriterSlots } from '#server/platform/database/writer-slots.ts'
import { Secrets } from '#server/platform/secrets/secrets.ts'
import { type Checkpointer, startCheckpointer } from './checkpointer.ts'
import { takeDataLock } from './data-lock.ts'
import { startPglite } from './pglite-backend.ts'
import { tidyTables } from './vacuum.ts'

/** How long a query may wait for the one connection, in ms. */
const WAIT_MS = 15_000
/** One connection serves everybody; beside the writing call that has it, reads wait for it too. */
const WRITERS = { running: 1, waiting: 256, timeout: WAIT_MS }

/** I/O error, damaged data, or the end of the session: what PGlite says afterwards cannot be relied on. */
const FATAL_STATES = /^(58|XX001|XX002|F0)/

export async function openPglite(options: OpenOptions): Promise<DatabaseHandle> {
  const log = options.log ?? (() => undefined)
  const secrets = options.secrets ?? Secrets.random()
  const inMemory = options.dataDir === 'memory://'
  let failed = false
  const fail = (error: Error): void => {
    if (failed) return
    failed = true
    backend?.kill(error)
    log(`内置数据库存储出错，服务必须退出：${error.message}`)
    options.onStorageError?.(error)
  }

  let backend: Awaited<ReturnType<typeof startPglite>> | undefined
  const lock = inMemory ? undefined : await takeDataLock(options.dataDir, fail)
  try {
    const dataDir = inMemory ? 'memory://' : join(options.dataDir, 'pglite')
    backend = await startPglite({ dataDir, image: options.image }, fail)
  } catch (error) {
    lock?.release()
    const reason = error instanceof Error ? error.message : error
    throw new Error(`无法打开数据目录 ${options.dataDir} 中的内置数据库：${reason}`, { cause: error })
  }
  const { openStream, close: closeBackend } = backend

  const handlers = new ChannelHandlers()
  const pool = new pg.Pool({
    user: 'postgres',
    database: 'postgres',
    // The pool may not open a second connection: one session serves all, so transactions exclude one another.
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: WAIT_MS,
    ssl: false,
    stream: openStream,
    types: typeParsers(secrets),
  })
  pool.on('connect', (client) => {
    client.on('notification', ({ channel, payload }) => handlers.emit(channel, payload ?? ''))
    client.on('error', () => undefined) // fail() has told; without a listener Node would end the process
  })
  pool.on('error', (error) => log(`内置数据库连接出错：${error.message}`))

  let checkpointer: Checkpointer | undefined
  const writers = new WriterSlots(WRITERS)
  const db = buildKysely(
    guardPool(pool, {
      names: new StatementNames(),
      writers,
      trace: options.trace,
      onWrite: () => checkpointer?.wrote(),
      onError: (error) => {
        if (error instanceof Error && isStorageError(error)) fail(error)
      },
    }),
  )

  const checkpoint = async (): Promise<void> => {
    await sql`checkpoint`.execute(db)
  }
  const measureLog = async (): Promise<number> => {
    const { rows } = await sql<{ bytes: number }>`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`.execute(
      db,
    )
    return rows[0]?.bytes ?? 0
  }
  if (!inMemory) checkpointer = startCheckpointer({ checkpoint, measureLog, log })

  let closing: Promise<void> | undefined
  /** Resolves also when the database closes first, because a closed database sends no notification. */
  const executeUntilClosed = async (statement: string): Promise<void> => {
    if (closing) return
    await sql
      .raw(statement)
      .execute(db)
      .catch((error: unknown) => {
        if (!closing) throw error
      })
  }
  const listen: DatabaseHandle['listen'] = async (channel, onPayload, onGap) => {
    const name = toChannelName(channel)
    const handler = { onPayload, onGap }
    handlers.add(channel, handler)
    await executeUntilClosed(`listen ${name}`)
    return async () => {
      if (handlers.remove(channel, handler)) await executeUntilClosed(`unlisten ${name}`)
    }
  }

  const tidy = async (): Promise<readonly string[]> => {
    try {
      return await tidyTables(db)
    } catch (error) {
      log(`整理内置数据库失败：${error instanceof Error ? error.message : error}`)
      return []
    }
  }

  const closeOnce = async (): Promise<void> => {
    await checkpointer?.stop()
    if (checkpointer && !failed) await checkpoint().catch(() => undefined)
    await pool.end()
    await closeBackend()
    lock?.release()
  }

  return {
    db,
    kind: 'pglite',
    secrets,
    checkpoint,
    vacuumAnalyze: () => vacuumAnalyze(db),
    alone: null,
    tidy,
    listen,
    writing: (work, queuedCaller) => writers.run(work, queuedCaller),
    reading: (work) => work(),
    source: 'primary',
    replica: null,
    notify: (channel, payload) => sendNotification(db, channel, payload),
    close: () => (closing ??= closeOnce()),
  }
}

function isStorageError(error: Error): boolean {
  return isSessionEnd(error) || (error instanceof pg.DatabaseError && FATAL_STATES.test(error.code ?? ''))
}
