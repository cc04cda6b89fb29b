// Guards every query: turns failures into DatabaseUnavailableError and reports each write.
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import type { TraceStatement } from './database-handle.ts'
import { DatabaseUnavailableError, isConnectionLost, isUnavailable } from './database-unavailable-error.ts'
import type { StatementNames } from './statement-names.ts'
import type { WriterSlots } from './writer-slots.ts'

export interface GuardOptions {
  /** How long to wait for an answer, in ms; a network that swallows packets gives no other sign. */
  readonly queryTimeout?: number
  /** Names of prepared statements, for statements that recur. */
  readonly names?: StatementNames
  /** The queue in which calls that write wait for a connection. */
  readonly writers?: WriterSlots
  readonly trace?: TraceStatement | undefined
  readonly onWrite?: () => void
  readonly onError?: (error: unknown) => void
  /** How many servers to try, where the pool goes on to another when one does not answer; default 1. */
  readonly servers?: number
}

type TimedQuery = pg.QueryConfig<unknown[]> & { query_timeout?: number }

const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COPY'])

/** A long job that lifts the time limit of the server lifts the client's limit as well. */
const LIFTS_LIMIT = /^set (local )?statement_timeout = 0$/i

export function guardPool(pool: pg.Pool, options: GuardOptions): PostgresPool {
  return {
    async connect() {
      let leave: (() => void) | undefined
      try {
        leave = await options.writers?.take()
        return guardClient(await connect(pool, options.servers ?? 1), options, leave)
      } catch (error) {
        leave?.()
        options.onError?.(error)
        throw new DatabaseUnavailableError(error)
      }
    },
    end: () => pool.end(),
  }
}

/** Each failure makes the pool go on to the next server; nothing was asked of the one that failed. */
async function connect(pool: pg.Pool, servers: number): Promise<pg.PoolClient> {
  for (let left = servers - 1; ; left -= 1) {
    try {
      return await pool.connect()
    } catch (error) {
      if (left <= 0 || isPoolFull(error)) throw error
    }
  }
}

const isPoolFull = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('timeout exceeded when trying to connect')

function guardClient(client: pg.PoolClient, options: GuardOptions, leave?: () => void): PostgresPoolClient {
  let broken = false
  let patient = false

  async function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    patient ||= LIFTS_LIMIT.test(text)
    const timed: TimedQuery = { text, values: [...values] }
    const name = options.names?.nameOf(text)
    if (name !== undefined) timed.name = name
    if (options.queryTimeout && !patient) timed.query_timeout = options.queryTimeout
    try {
      const run = () => client.query<R & pg.QueryResultRow>(timed)
      const result = await (options.trace ? options.trace(text, run) : run())
      refuseFalseCommit(text, result.command)
      if (WRITES.has(result.command)) options.onWrite?.()
      // Kysely reads only these three; the casts narrow pg's wider types.
      return { ...result, command: result.command as 'SELECT', rowCount: result.rowCount ?? 0 }
    } catch (error) {
      options.onError?.(error)
      broken ||= text === 'rollback' || isConnectionLost(error) || isStalePlan(error)
      throw isUnavailable(error) || isStalePlan(error) ? new DatabaseUnavailableError(error) : error
    }
  }

  return {
    query: query as PostgresPoolClient['query'], // the second overload, cursors, is not offered
    release: () => {
      client.release(broken || patient)
      leave?.()
    },
  }
}

/** A table changed under a prepared statement: a new connection prepares it anew. */
function isStalePlan(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code === '0A000' && message === 'cached plan must not change result type'
}

/** PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error: a write would seem kept. */
function refuseFalseCommit(text: string, command: string): void {
  if (text === 'commit' && command === 'ROLLBACK') throw new Error('transaction was rolled back at commit')
}
