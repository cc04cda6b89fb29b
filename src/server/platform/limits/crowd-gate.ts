// Owns how many costly reads run at once: a few, a short queue behind them, and an immediate refusal for the rest.

import { Failure } from '#shared/calls/errors.ts'
import type { Operation } from '#shared/model/content-model.ts'

/** So many that the database's connections are not all theirs. */
const RUNNING = 6
/** Whoever stands further behind would wait longer than he does. */
const WAITING = 48

/** What reads far more than it answers, for anybody who asks. */
const COSTLY_OPERATIONS = new Set(['search.site', 'search.suggest', 'stat.overview'])
const COSTLY_ACTIONS = new Set<string>(['statistic', 'portrait', 'facets', 'categories', 'tree'])

interface Waiting {
  readonly begin: () => void
  readonly refuse: () => void
}

export class CrowdGate {
  readonly #running: number
  readonly #waiting: number
  /** Of each asker, who is served in turn with the others: the one at the head is next. */
  readonly #queues = new Map<string, Waiting[]>()
  #busy = 0
  #queued = 0

  constructor(running = RUNNING, waiting = WAITING) {
    this.#running = running
    this.#waiting = waiting
  }

  /** Runs `work` at once where the operation costs little; throws `UNAVAILABLE` when the queue is full. */
  async pass<T>(
    operation: Pick<Operation, 'id' | 'content'>,
    work: () => Promise<T>,
    caller = '',
  ): Promise<T> {
    return isCostly(operation) ? this.enter(work, caller) : work()
  }

  /** However much one `asker` sends, another waits for one place only. */
  async enter<T>(work: () => Promise<T>, caller = ''): Promise<T> {
    if (this.#busy >= this.#running) await this.#wait(caller)
    else this.#busy += 1
    try {
      return await work()
    } finally {
      const next = this.#takeNext()
      // The place is handed on, so that nobody who comes now is faster.
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

  /** Refuses the last call of the asker who has most of them waiting, where those are more than `than`. */
  #dropLast(than: number): boolean {
    const [longest] = [...this.#queues.values()].sort((a, b) => b.length - a.length)
    if (!longest || longest.length <= than) return false
    longest.pop()?.refuse()
    this.#queued -= 1
    return true
  }
}

const tooMany = () => new Failure('UNAVAILABLE', { message: '当前查询人数较多，请稍后再试' })

function isCostly({ id, content }: Pick<Operation, 'id' | 'content'>): boolean {
  return content ? COSTLY_ACTIONS.has(content.action) : COSTLY_OPERATIONS.has(id)
}
