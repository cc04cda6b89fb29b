// Sends what anonymous visitors read to a streaming replica, as long as it is not behind.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { isUnavailable } from './database-unavailable-error.ts'
import pg from './pg.ts'

/** A reader may see data that are older by this at most. */
const MAX_AGE_MS = 2_000
const CHECK_MS = 500
/** A replica that is behind by more is of no use for long. */
const MOST_MOMENTS = 1_000
/** How far the log of each server is, and that both are of one cluster. */
const OF_PRIMARY = `select pg_current_wal_lsn()::text as position, system_identifier::text as cluster
  from pg_control_system()`
const OF_REPLICA = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position,
  system_identifier::text as cluster from pg_control_system()`

const READS = /^\s*(select|with)\b/i
/** What a replica refuses because it writes: all else of the call goes to the primary. */
const WRITES_STATE = '25006'
/** Conflicts with the replication, and what the replica may not have yet. */
const BEHIND_STATES = new Set(['40001', '40P01', '42P01', '42703'])

interface ReadingCall {
  readonly epoch: number
  isOver: boolean
}

interface Moment {
  readonly at: number
  readonly position: bigint
}

/** What the metrics and the readiness say. */
export interface ReplicaState {
  readonly isServing: boolean
  /** Since the last moment all of whose writes the replica is known to have; Infinity where there was none. */
  readonly ageMs: number
  /** Statements that it has answered. */
  readonly statements: number
}

export class Replica {
  readonly #pool: PostgresPool
  readonly #primary: PostgresPool
  readonly #log: (line: string) => void
  readonly #calls = new AsyncLocalStorage<ReadingCall>()
  #moments: Moment[] = []
  #asOf = Number.NEGATIVE_INFINITY
  /** A failure begins a new one; calls of earlier ones read from the primary. */
  #epoch = 0
  #statements = 0
  #wasServing: boolean | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(pool: PostgresPool, primary: PostgresPool, log: (line: string) => void) {
    this.#pool = pool
    this.#primary = primary
    this.#log = log
  }

  get state(): ReplicaState {
    const ageMs = performance.now() - this.#asOf
    return { isServing: ageMs <= MAX_AGE_MS, ageMs, statements: this.#statements }
  }

  /** The first check, and the further ones in the background. */
  async start(): Promise<void> {
    await this.#check()
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.start(), CHECK_MS)
    this.#timer.unref()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#pool.end()
  }

  /** The statements of `work` go to the replica if it is not behind, until one of them writes. */
  async reading<T>(work: () => Promise<T>): Promise<T> {
    if (!this.state.isServing) return work()
    const call = { epoch: this.#epoch, isOver: false }
    try {
      return await this.#calls.run(call, work)
    } finally {
      // What the call has left to run in the background may write.
      call.isOver = true
    }
  }

  /** Whether the running call reads from the replica. */
  get isReading(): boolean {
    const call = this.#calls.getStore()
    return call !== undefined && !call.isOver && call.epoch === this.#epoch
  }

  /** Gives connections that go to the replica or to the primary by the call that takes them. */
  get split(): PostgresPool {
    return {
      connect: async () => (this.isReading ? this.#splitClient() : this.#primary.connect()),
      end: () => this.#primary.end(),
    }
  }

  /** Statements outside a transaction, so that one which failed on the replica is repeated on the primary. */
  #splitClient(): PostgresPoolClient {
    let replica: PostgresPoolClient | undefined
    let primary: PostgresPoolClient | undefined
    const query = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      if (!primary && READS.test(text) && this.isReading) {
        try {
          replica ??= await this.#pool.connect()
          const result = await replica.query<R>(text, values)
          this.#statements += 1
          return result
        } catch (error) {
          if (!this.#givesUp(error)) throw error
        }
      }
      const call = this.#calls.getStore()
      if (call) call.isOver = true
      primary ??= await this.#primary.connect()
      return primary.query<R>(text, values)
    }
    return {
      query: query as PostgresPoolClient['query'], // the second overload, cursors, is not offered
      release: () => {
        replica?.release()
        primary?.release()
      },
    }
  }

  /**
   * Of calls that share a load, one may have asked for the versions of a cached answer here and another for its data:
   * so a failure sends all running calls to the primary.
   */
  #givesUp(error: unknown): boolean {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const state = cause instanceof pg.DatabaseError ? (cause.code ?? '') : ''
    if (state === WRITES_STATE) return true
    if (BEHIND_STATES.has(state)) {
      this.#epoch += 1
      return true
    }
    if (!isUnavailable(error)) return false
    this.#epoch += 1
    this.#asOf = Number.NEGATIVE_INFINITY
    this.#report()
    return true
  }

  /**
   * Notes where the primary's log is now, and finds the latest such moment that the replica has reached. An idle
   * primary, a broken stream and a replica that answers no more are all told apart so.
   */
  async #check(): Promise<void> {
    const epoch = this.#epoch
    try {
      const at = performance.now()
      const [primary, replica] = [await ask(this.#primary, OF_PRIMARY), await ask(this.#pool, OF_REPLICA)]
      if (primary.cluster !== replica.cluster || replica.position === null)
        throw new Error('DATABASE_READ_URL 不是 DATABASE_URL 的流复制副本')
      this.#moments.push({ at, position: toNumber(primary.position ?? '0/0') })
      const reached = toNumber(replica.position)
      const last = this.#moments.findLastIndex(({ position }) => position <= reached)
      if (last >= 0 && epoch === this.#epoch) this.#asOf = this.#moments[last]?.at ?? this.#asOf
      this.#moments = this.#moments.slice(Math.max(0, last)).slice(-MOST_MOMENTS)
      this.#report()
    } catch (error) {
      this.#report(error instanceof Error ? error.message : String(error))
    }
  }

  #report(reason = `落后超过 ${MAX_AGE_MS / 1000} 秒或没有应答`): void {
    const { isServing } = this.state
    if (isServing === this.#wasServing) return
    this.#wasServing = isServing
    this.#log(isServing ? '只读副本可用，访客的读取由它承担' : `只读副本不可用，读取由主库承担：${reason}`)
  }
}

interface Position {
  readonly position: string | null
  readonly cluster: string
}

async function ask(pool: PostgresPool, text: string): Promise<Position> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<Position>(text, [])
    return rows[0] as Position // both statements answer one row
  } finally {
    client.release()
  }
}

/** `16/B374D848` as one number. */
function toNumber(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
