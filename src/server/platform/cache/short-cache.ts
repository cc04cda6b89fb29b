// Keeps answers for a time, so that all who ask meanwhile share one load.
import { LRUCache } from 'lru-cache'

const MAX_ENTRIES = 100

interface Entry<T> {
  readonly until: number
  readonly answer: Promise<T>
}

/**
 * Answers by key that may be out of date by `freshMs` at most. A load that fails is not kept.
 *
 * @example
 * const cache = new ShortCache<string[]>(1_000)
 * await cache.read('demand', () => loadHotWords('demand'))
 */
export class ShortCache<T> {
  readonly #freshMs: number
  readonly #entries = new LRUCache<string, Entry<T>>({ max: MAX_ENTRIES })

  constructor(freshMs: number) {
    this.#freshMs = freshMs
  }

  read(key: string, load: () => Promise<T>): Promise<T> {
    const cached = this.#entries.get(key)
    if (cached && cached.until > performance.now()) return cached.answer
    const entry = { until: performance.now() + this.#freshMs, answer: load() }
    this.#entries.set(key, entry)
    entry.answer.catch(() => this.#entries.get(key) === entry && this.#entries.delete(key))
    return entry.answer
  }

  clear(): void {
    this.#entries.clear()
  }
}
