// Makes picture sizes in the background: one at a time, few queued, none twice; no response waits for it.

/** A size that finds the queue full is made after another request for it. */
const MAX_WAITING = 100

export class LaterSizes {
  readonly #waiting = new Map<string, () => Promise<unknown>>()
  #running: Promise<void> | null = null

  ask(key: string, make: () => Promise<unknown>): void {
    if (this.#waiting.has(key) || this.#waiting.size >= MAX_WAITING) return
    this.#waiting.set(key, make)
    this.#running ??= this.#run()
  }

  async #run(): Promise<void> {
    for (const [key, make] of this.#waiting) {
      await make().catch(() => undefined)
      this.#waiting.delete(key)
    }
    this.#running = null
  }
}
