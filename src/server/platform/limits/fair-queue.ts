// Keeps calls that wait for a slot: a queue for each caller, served in turn.

export interface Waiting {
  readonly begin: () => void
  readonly refuse: () => void
}

export class FairQueue {
  /** The caller whose queue is first is served next. */
  readonly #queues = new Map<string, Waiting[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(caller: string, waiting: Waiting): void {
    const queue = this.#queues.get(caller)
    if (queue) queue.push(waiting)
    else this.#queues.set(caller, [waiting])
    this.#size += 1
  }

  /** Returns the call whose turn it is, of the callers that may have one; its caller goes behind all others that wait. */
  next(mayRun: (caller: string) => boolean): Waiting | undefined {
    for (const [caller, queue] of this.#queues) {
      if (!mayRun(caller)) continue
      const waiting = queue.shift()
      this.#queues.delete(caller)
      if (queue.length > 0) this.#queues.set(caller, queue)
      this.#size -= 1
      return waiting
    }
    return undefined
  }

  /** Removes a call that no longer waits. */
  remove(caller: string, waiting: Waiting): void {
    const queue = this.#queues.get(caller) ?? []
    const at = queue.indexOf(waiting)
    if (at < 0) return
    queue.splice(at, 1)
    if (queue.length === 0) this.#queues.delete(caller)
    this.#size -= 1
  }

  /** Returns true if `evictFor` would refuse a call for the caller. */
  canEvictFor(caller: string): boolean {
    return this.#longestQueueFor(caller) !== undefined
  }

  /** Refuses the last call of a caller who would still have more calls waiting than `caller`. */
  evictFor(caller: string): void {
    const longest = this.#longestQueueFor(caller)
    if (!longest) return
    this.#size -= 1
    longest.pop()?.refuse()
  }

  #longestQueueFor(caller: string): Waiting[] | undefined {
    const own = this.#queues.get(caller)?.length ?? 0
    let longest: Waiting[] = []
    for (const queue of this.#queues.values()) if (queue.length > longest.length) longest = queue
    return longest.length > own + 1 ? longest : undefined
  }
}
