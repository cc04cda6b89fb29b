// Admits calls to what is scarce: some run, a queue waits in turn, the rest is refused at once.

import { Failure } from '#shared/calls/errors.ts'
import { FairQueue, type Waiting } from './fair-queue.ts'

/** In ms, over which the pace is measured: slots become free in bursts. */
const MEASURED_MS = 100
/** The part of `waiting` that may wait however slowly the queue moves. */
const MIN_WAITING_SHARE = 1 / 4

export interface ConcurrencyLimits {
  /** Calls that run at a time. */
  readonly running: number
  /** Calls of one caller that run at a time: slow ones keep no other caller waiting. All of `running` if not given. */
  readonly perCaller?: number
  /** Calls that may wait; with `maxWait`, until it is known how fast the queue moves: a burst is no crowd yet. */
  readonly waiting: number
  /** In ms: while the last call of the queue would wait no longer, further calls may join it, however many wait. */
  readonly maxWait?: number
  /** In ms: a call that has waited so long is refused, since no slot becomes free. */
  readonly timeout: number
}

export interface QueuedCaller {
  /** Who waits in turn with others, such as a network. */
  readonly caller: string
  /** Takes every other turn while others wait too. */
  readonly isPrioritized: boolean
}

/** One for all, since there are most refusals when there is least time. */
const TOO_MANY = new Failure('UNAVAILABLE', { message: '当前访问人数较多，请稍后再试' })

const ANYBODY: QueuedCaller = { caller: '', isPrioritized: false }

/**
 * However many calls one caller sends, another caller waits for few of them. A call that may not wait is refused at
 * once, with `UNAVAILABLE`.
 *
 * @example
 * const limiter = new ConcurrencyLimiter({ running: 6, waiting: 48, maxWait: 500, timeout: 5_000 })
 * const answer = await limiter.enter(() => search(words), { caller: networkOf(address), isPrioritized: false })
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits
  readonly #prioritized = new FairQueue()
  readonly #others = new FairQueue()
  #running = 0
  readonly #runningOf = new Map<string, number>()
  #isTurnOfPrioritized = true
  /** In ms, between two slots that become free while none is. Undefined before it has been measured. */
  #pace: number | undefined
  /** Slots that became free since a moment at which none was. Undefined while a slot is free. */
  #measured: { readonly since: number; freed: number } | undefined

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits
  }

  async enter<T>(work: () => Promise<T>, queuedCaller = ANYBODY): Promise<T> {
    const turn = this.acquire(queuedCaller)
    if (turn) await turn
    try {
      return await work()
    } finally {
      this.release(queuedCaller)
    }
  }

  /** Throws `UNAVAILABLE` if a call of this caller may not even wait now. */
  requireCapacity({ caller, isPrioritized }: QueuedCaller): void {
    if (this.#isFreeFor(caller)) return
    const queue = this.#queueOf(isPrioritized)
    if (!this.#hasCapacity(queue) && !queue.canEvictFor(caller)) throw TOO_MANY
  }

  /**
   * Resolves when the call has a slot, which `release` gives back; undefined: it has one already. Throws
   * `UNAVAILABLE` like `requireCapacity`.
   */
  acquire({ caller, isPrioritized }: QueuedCaller = ANYBODY): Promise<void> | undefined {
    if (this.#isFreeFor(caller)) {
      this.#running += 1
      this.#count(caller, 1)
      if (this.#running === this.#limits.running) this.#measured = { since: performance.now(), freed: 0 }
      return undefined
    }
    this.requireCapacity({ caller, isPrioritized })
    const queue = this.#queueOf(isPrioritized)
    if (!this.#hasCapacity(queue)) queue.evictFor(caller)
    return new Promise((resolve, reject) => {
      const refuse = () => {
        clearTimeout(timer)
        reject(TOO_MANY)
      }
      const begin = () => {
        clearTimeout(timer)
        this.#count(caller, 1)
        resolve()
      }
      const waiting: Waiting = { begin, refuse }
      const timer = setTimeout(() => {
        queue.remove(caller, waiting)
        refuse()
      }, this.#limits.timeout)
      queue.add(caller, waiting)
    })
  }

  /** `queuedCaller` is the one that `acquire` was given. */
  release({ caller }: QueuedCaller = ANYBODY): void {
    this.#measurePace()
    this.#count(caller, -1)
    const next = this.#next()
    // The slot is passed on directly, so that a newly arriving call cannot overtake the queue.
    if (next) next.begin()
    else {
      this.#running -= 1
      this.#measured = undefined
      this.#pace = undefined
    }
  }

  #isFreeFor(caller: string): boolean {
    return this.#running < this.#limits.running && this.#hasShare(caller)
  }

  #hasShare = (caller: string): boolean =>
    (this.#runningOf.get(caller) ?? 0) < (this.#limits.perCaller ?? this.#limits.running)

  #count(caller: string, more: number): void {
    if (this.#limits.perCaller === undefined) return
    const count = (this.#runningOf.get(caller) ?? 0) + more
    if (count > 0) this.#runningOf.set(caller, count)
    else this.#runningOf.delete(caller)
  }

  #queueOf(isPrioritized: boolean): FairQueue {
    return isPrioritized ? this.#prioritized : this.#others
  }

  #hasCapacity({ size }: FairQueue): boolean {
    const { waiting, maxWait } = this.#limits
    if (maxWait === undefined || this.#pace === undefined) return size < waiting
    return size < Math.max(waiting * MIN_WAITING_SHARE, maxWait / this.#pace)
  }

  #next(): Waiting | undefined {
    const next = this.#isTurnOfPrioritized
      ? (this.#prioritized.next(this.#hasShare) ?? this.#others.next(this.#hasShare))
      : (this.#others.next(this.#hasShare) ?? this.#prioritized.next(this.#hasShare))
    this.#isTurnOfPrioritized = !this.#isTurnOfPrioritized
    return next
  }

  #measurePace(): void {
    if (!this.#measured) return
    this.#measured.freed += 1
    const now = performance.now()
    const passed = now - this.#measured.since
    if (passed < MEASURED_MS) return
    this.#pace = passed / this.#measured.freed
    this.#measured = { since: now, freed: 0 }
  }
}
