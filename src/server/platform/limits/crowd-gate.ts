// Limits concurrent costly reads: a few run, a short queue waits, the rest is refused at once.

import { Failure } from '#shared/calls/errors.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { perModel } from '#shared/model/per-model.ts'

/** So many that the database's connections are not all theirs. */
const RUNNING = 6
/** A caller further back in the queue would wait longer than is acceptable. */
const WAITING = 48

/** Operations that read far more than they answer and are open to any caller. */
const COSTLY_OPERATIONS = new Set(['search.site', 'search.suggest', 'stat.overview'])
const COSTLY_ACTIONS = new Set<string>(['statistic', 'portrait', 'facets', 'categories', 'tree'])

interface Waiting {
  readonly begin: () => void
  readonly refuse: () => void
}

export class CrowdGate {
  readonly #running: number
  readonly #waiting: number
  /** The queue of each caller. Callers are served in turn; the first one is next. */
  readonly #queues = new Map<string, Waiting[]>()
  #busy = 0
  #queued = 0

  constructor(running = RUNNING, waiting = WAITING) {
    this.#running = running
    this.#waiting = waiting
  }

  /**
   * Runs `work` in turn with other callers. However many calls one `caller` sends, another caller waits for one slot
   * only.
   */
  async enter<T>(work: () => Promise<T>, caller = ''): Promise<T> {
    if (this.#busy >= this.#running) await this.#wait(caller)
    else this.#busy += 1
    try {
      return await work()
    } finally {
      const next = this.#takeNext()
      // The slot is passed on directly, so that a newly arriving call cannot overtake the queue.
      if (next) next.begin()
      else this.#busy -= 1
    }
  }

  #wait(caller: string): Promise<void> {
    const own = this.#queues.get(caller)?.length ?? 0
    if (this.#queued >= this.#waiting && !this.#dropLast(own + 1)) throw tooMany()
    return new Promise((resolve, reject) => {
      const queue = this.#queues.get(caller) ?? []
      queue.push({ begin: resolve, refuse: () => reject(tooMany()) })
      this.#queues.set(caller, queue)
      this.#queued += 1
    })
  }

  #takeNext(): Waiting | undefined {
    const [first] = this.#queues
    if (!first) return undefined
    const [caller, queue] = first
    const next = queue.shift()
    // Behind all others that wait.
    this.#queues.delete(caller)
    if (queue.length > 0) this.#queues.set(caller, queue)
    this.#queued -= 1
    return next
  }

  /** Refuses the last call of the caller with the longest queue, if that queue is longer than `than`. */
  #dropLast(than: number): boolean {
    const [longest] = [...this.#queues.values()].sort((a, b) => b.length - a.length)
    if (!longest || longest.length <= than) return false
    longest.pop()?.refuse()
    this.#queued -= 1
    return true
  }
}

const tooMany = () => new Failure('UNAVAILABLE', { message: '当前查询人数较多，请稍后再试' })

/** Returns true for a read that has to pass the gate: one that reads far more than it answers. */
export const isCostly = perModel(({ id, content }: Pick<Operation, 'id' | 'content'>): boolean =>
  content ? COSTLY_ACTIONS.has(content.action) : COSTLY_OPERATIONS.has(id),
)
