// Admits calls to what is scarce: some run, a queue waits in turn, the rest is refused at once.

import { Failure } from '#shared/calls/errors.ts'
import { type Waiting, WaitingLine } from './waiting-line.ts'

/** In ms, over which the pace is measured: places become free in bursts. */
const MEASURED = 100
/** The part of `waiting` that may wait however slowly the queue moves. */
const LEAST = 1 / 4

export interface CrowdLimits {
  /** Calls that run at a time. */
  readonly running: number
  /** Calls that may wait; with `soon`, until it is known how fast the queue moves: a burst is no crowd yet. */
  readonly waiting: number
  /** In ms: while the last call of the queue would wait no longer, further calls may join it, however many wait. */
  readonly soon?: number
  /** In ms: a call that has waited so long is refused, since no place becomes free. */
  readonly patience: number
}

export interface Entrant {
  /** Who waits in turn with others, such as a network. */
  readonly caller: string
  /** Takes every other turn while others wait too. */
  readonly isFirst: boolean
}

/** One for all, since there are most refusals when there is least time. */
const TOO_MANY = new Failure('UNAVAILABLE', { message: '当前访问人数较多，请稍后再试' })

const ANYBODY: Entrant = { caller: '', isFirst: false }

/**
 * However many calls one caller sends, another caller waits for few of them. A call that may not wait is refused at
 * once, with `UNAVAILABLE`.
 *
 * @example
 * const gate = new CrowdGate({ running: 6, waiting: 48, soon: 500, patience: 5_000 })
 * const answer = await gate.enter(() => search(words), { caller: networkOf(address) })
 */
export class CrowdGate {
  readonly #limits: CrowdLimits
  readonly #first = new WaitingLine()
  readonly #others = new WaitingLine()
  #running = 0
  #isTurnOfFirst = true
  /** In ms, between two places that become free while all are taken. Undefined before it has been measured. */
  #pace: number | undefined
  /** Places that became free since a moment; all were taken meanwhile. Undefined while a place is free. */
  #measured: { readonly since: number; freed: number } | undefined

  constructor(limits: CrowdLimits) {
    this.#limits = limits
  }

  async enter<T>(work: () => Promise<T>, entrant = ANYBODY): Promise<T> {
    const turn = this.take(entrant)
    if (turn) await turn
    try {
      return await work()
    } finally {
      this.leave()
    }
  }

  /** Throws `UNAVAILABLE` if a call of this entrant may not even wait now. */
  requireRoom({ caller, isFirst }: Entrant): void {
    if (this.#running < this.#limits.running) return
    const line = this.#lineOf(isFirst)
    if (!this.#hasRoom(line) && !line.canMakeRoom(caller)) throw TOO_MANY
  }

  /**
   * Resolves when the call has a place, which it gives back by `leave`; undefined: it has one already. Throws
   * `UNAVAILABLE` like `requireRoom`.
   */
  take({ caller, isFirst }: Entrant = ANYBODY): Promise<void> | undefined {
    if (this.#running < this.#limits.running) {
      this.#running += 1
      if (this.#running === this.#limits.running) this.#measured = { since: performance.now(), freed: 0 }
      return undefined
    }
    this.requireRoom({ caller, isFirst })
    const line = this.#lineOf(isFirst)
    if (!this.#hasRoom(line)) line.makeRoom(caller)
    return new Promise((resolve, reject) => {
      const refuse = () => {
        clearTimeout(timer)
        reject(TOO_MANY)
      }
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const waiting: Waiting = { begin, refuse }
      const timer = setTimeout(() => {
        line.remove(caller, waiting)
        refuse()
      }, this.#limits.patience)
      line.add(caller, waiting)
    })
  }

  leave(): void {
    this.#measurePace()
    const next = this.#next()
    // The place is passed on directly, so that a newly arriving call cannot overtake the queue.
    if (next) next.begin()
    else {
      this.#running -= 1
      this.#measured = undefined
      this.#pace = undefined
    }
  }

  #lineOf(isFirst: boolean): WaitingLine {
    return isFirst ? this.#first : this.#others
  }

  #hasRoom({ size }: WaitingLine): boolean {
    const { waiting, soon } = this.#limits
    if (soon === undefined || this.#pace === undefined) return size < waiting
    return size < Math.max(waiting * LEAST, soon / this.#pace)
  }

  #next(): Waiting | undefined {
    const next = this.#isTurnOfFirst
      ? (this.#first.next() ?? this.#others.next())
      : (this.#others.next() ?? this.#first.next())
    this.#isTurnOfFirst = !this.#isTurnOfFirst
    return next
  }

  #measurePace(): void {
    if (!this.#measured) return
    this.#measured.freed += 1
    const now = performance.now()
    const passed = now - this.#measured.since
    if (passed < MEASURED) return
    this.#pace = passed / this.#measured.freed
    this.#measured = { since: now, freed: 0 }
  }
}
