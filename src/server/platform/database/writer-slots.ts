// Keeps connections free for reads and health checks: calls that write share the others.
import { AsyncLocalStorage } from 'node:async_hooks'

/** Too many calls that write wait for a connection already. */
export class NoWriterSlotError extends Error {}

interface Writer {
  connections: number
  slot: Promise<void> | undefined
}

interface Waiting {
  readonly grant: () => void
  readonly timer: NodeJS.Timeout
}

const NOTHING = () => undefined

export class WriterSlots {
  readonly #writers = new AsyncLocalStorage<Writer>()
  readonly #queue = new Set<Waiting>()
  readonly #patience: number
  #free: number

  /** At most `slots` writing calls hold connections at a time; another waits `patience` ms for its turn. */
  constructor(slots: number, patience: number) {
    this.#free = slots
    this.#patience = patience
  }

  /** All connections that `work` takes count as those of one writing call. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#writers.run({ connections: 0, slot: undefined }, work)
  }

  /**
   * Before a connection is taken; answers what to call when it is given back. A call that has one takes further ones at
   * once: it could not give back the first while it waits.
   */
  async take(): Promise<() => void> {
    const writer = this.#writers.getStore()
    if (writer === undefined) return NOTHING
    writer.connections += 1
    writer.slot ??= this.#enter()
    try {
      await writer.slot
    } catch (error) {
      writer.connections -= 1
      writer.slot = undefined
      throw error
    }
    return () => {
      writer.connections -= 1
      if (writer.connections > 0) return
      writer.slot = undefined
      this.#leave()
    }
  }

  #enter(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        grant: () => {
          clearTimeout(waiting.timer)
          this.#queue.delete(waiting)
          resolve()
        },
        timer: setTimeout(() => {
          this.#queue.delete(waiting)
          reject(new NoWriterSlotError('no slot for a writing call'))
        }, this.#patience),
      }
      this.#queue.add(waiting)
    })
  }

  #leave(): void {
    const [next] = this.#queue
    if (next) next.grant()
    else this.#free += 1
  }
}
