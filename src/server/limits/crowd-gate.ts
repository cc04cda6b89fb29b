// Owns how many costly reads run at once: a few, a short queue behind them, and an immediate refusal for the rest.
import type { Operation } from '../../shared/content-model.ts'
import { Failure } from '../../shared/errors.ts'

/** So many that the database's connections are not all theirs. */
const RUNNING = 6
/** Whoever stands further behind would wait longer than he does. */
const WAITING = 48

/** What reads far more than it answers, for anybody who asks. */
const COSTLY_OPERATIONS = new Set(['search.site', 'search.suggest', 'stat.overview'])
const COSTLY_ACTIONS = new Set<string>(['statistic', 'portrait', 'facets', 'categories', 'tree'])

export class CrowdGate {
  readonly #running: number
  readonly #waiting: number
  readonly #queue: (() => void)[] = []
  #busy = 0

  constructor(running = RUNNING, waiting = WAITING) {
    this.#running = running
    this.#waiting = waiting
  }

  /** Runs `work` at once where the operation costs little; throws `UNAVAILABLE` when the queue is full. */
  async pass<T>(operation: Pick<Operation, 'id' | 'content'>, work: () => Promise<T>): Promise<T> {
    return isCostly(operation) ? this.enter(work) : work()
  }

  async enter<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy >= this.#running) await this.#wait()
    else this.#busy += 1
    try {
      return await work()
    } finally {
      const next = this.#queue.shift()
      // The place is handed on, so that nobody who comes now is faster.
      if (next) next()
      else this.#busy -= 1
    }
  }

  #wait(): Promise<void> {
    if (this.#queue.length >= this.#waiting)
      throw new Failure('UNAVAILABLE', { message: '现在查询的人很多，请稍后再试' })
    return new Promise((resolve) => this.#queue.push(resolve))
  }
}

function isCostly({ id, content }: Pick<Operation, 'id' | 'content'>): boolean {
  return content ? COSTLY_ACTIONS.has(content.action) : COSTLY_OPERATIONS.has(id)
}
