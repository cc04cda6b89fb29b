// Renews data derived from items (counts, search vectors, parameter columns) in the background. Runs one renewal at a
// time and ends it before the database is closed.
import type { Services } from '#server/platform/call.ts'
import { foldCounts } from './fold-counts.ts'
import { renewParameters } from './renew-parameters.ts'
import { renewVectors } from './renew-vectors.ts'

/** A large database takes minutes, in which older items are found as they were before. */
export class Renewal {
  readonly #services: Services
  #ending = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(services: Services) {
    this.#services = services
  }

  /** Ends the one that runs, whose configuration is no longer the present one. */
  begin(): void {
    this.#ending.abort()
    const ending = new AbortController()
    this.#ending = ending
    this.#running = this.#running
      .then(() => foldCounts(this.#services.db))
      .catch((error: unknown) => console.error('未能合并条目计数：', error))
      .then(() => renewParameters(this.#services, ending.signal))
      .catch((error: unknown) => console.error('未能更新参数索引：', error))
      .then(() => renewVectors(this.#services, ending.signal))
      .then(
        () => undefined,
        (error: unknown) => console.error('未能更新检索索引：', error),
      )
  }

  /** Resolves when none runs any more. */
  async stop(): Promise<void> {
    this.#ending.abort()
    await this.#running
  }
}
