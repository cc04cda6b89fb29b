// Limits rates in memory: a burst, then a number a second, for each key.
import { LRUCache } from 'lru-cache'

interface Bucket {
  tokens: number
  at: number
}

const MAX_KEYS = 20_000

export class TokenBucket {
  readonly #size: number
  readonly #perSecond: number
  readonly #buckets = new LRUCache<string, Bucket>({ maxSize: MAX_KEYS, sizeCalculation: () => 1 })

  constructor(size: number, perSecond: number) {
    this.#size = size
    this.#perSecond = perSecond
  }

  /** Takes one; false when there is none left. `now` in milliseconds. */
  take(key: string, now: number): boolean {
    const bucket = this.#buckets.get(key) ?? { tokens: this.#size, at: now }
    const refilled = bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * this.#perSecond
    const tokens = Math.min(this.#size, refilled)
    const taken = tokens >= 1
    this.#buckets.set(key, { tokens: taken ? tokens - 1 : tokens, at: now })
    return taken
  }
}
