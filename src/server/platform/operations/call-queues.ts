// Decides which calls run now, which wait in turn, and which are refused because too many wait.
import type { Account } from '#server/platform/call.ts'
import type { DatabaseHandle } from '#server/platform/database/database-handle.ts'
import { ConcurrencyLimiter, type QueuedCaller } from '#server/platform/limits/concurrency-limiter.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { perModel } from '#shared/model/per-model.ts'

/**
 * Calls that run at a time. More reads are not faster: they wait for the database's connections and for this process.
 * Costly ones are so few that the connections are not all theirs. Writes are so many that items which are created at
 * the same time share transactions. The built-in database has one connection: further calls would only lengthen the
 * way of one that goes first.
 */
const RUNNING = {
  postgres: { reads: 24, costlyReads: 6, contentWrites: 48 },
  pglite: { reads: 4, costlyReads: 2, contentWrites: 8 },
} as const
/** Costly reads of one caller, fewer than run at a time. */
const COSTLY_PER_CALLER = { postgres: 4, pglite: RUNNING.pglite.costlyReads } as const
/** Calls that may wait in a burst. */
const WAITING = { reads: 128, costlyReads: 48, contentWrites: 256 } as const
/** In ms. */
const MAX_WAIT_MS = 500
const TIMEOUT_MS = 15_000

/** Operations that read far more than they answer and are open to any caller. */
const COSTLY_OPERATIONS = new Set(['search.site', 'search.suggest', 'stat.overview'])
const COSTLY_ACTIONS = new Set<string>(['statistic', 'portrait', 'facets', 'categories', 'tree'])

/** Operations that wait for another server and read nothing here: they would keep slots from those who read. */
const EXTERNAL_OPERATIONS = new Set(['auth.ssoEntry', 'auth.ssoLogout'])

/** Returns true for an operation that reads far more than it answers. */
export const isCostly = perModel(({ id, content }: Pick<Operation, 'id' | 'content'>): boolean =>
  content ? COSTLY_ACTIONS.has(content.action) : COSTLY_OPERATIONS.has(id),
)

/** Who signs in, and who works for the portal, waits less than the crowd. */
export function toQueuedCaller(
  { id }: Pick<Operation, 'id'>,
  account: Account | null,
  address: string,
): QueuedCaller {
  const isPrioritized = id.startsWith('auth.') || (account?.grants ?? []).length > 0
  return { caller: networkOf(address), isPrioritized }
}

export class CallQueues {
  readonly #limiters: Readonly<Record<keyof typeof WAITING, ConcurrencyLimiter>>

  constructor({ kind }: Pick<DatabaseHandle, 'kind'>) {
    const limiterOf = (name: keyof typeof WAITING) =>
      new ConcurrencyLimiter({
        running: RUNNING[kind][name],
        waiting: WAITING[name],
        ...(name === 'costlyReads' ? { perCaller: COSTLY_PER_CALLER[kind] } : {}),
        maxWait: MAX_WAIT_MS,
        timeout: TIMEOUT_MS,
      })
    this.#limiters = {
      reads: limiterOf('reads'),
      costlyReads: limiterOf('costlyReads'),
      contentWrites: limiterOf('contentWrites'),
    }
  }

  /** Throws `UNAVAILABLE` if `enter` would refuse a call now. */
  requireCapacity(operation: Operation, queuedCaller: QueuedCaller): void {
    this.#limiterOf(operation)?.requireCapacity(queuedCaller)
  }

  /** Throws `UNAVAILABLE` when too many wait. */
  async enter<T>(operation: Operation, queuedCaller: QueuedCaller, work: () => Promise<T>): Promise<T> {
    const limiter = this.#limiterOf(operation)
    return limiter ? limiter.enter(work, queuedCaller) : work()
  }

  /** Undefined for calls that may wait for something else than the database, such as a file or a text message. */
  #limiterOf(operation: Operation): ConcurrencyLimiter | undefined {
    if (operation.writes) return operation.content ? this.#limiters.contentWrites : undefined
    if (EXTERNAL_OPERATIONS.has(operation.id)) return undefined
    return isCostly(operation) ? this.#limiters.costlyReads : this.#limiters.reads
  }
}
