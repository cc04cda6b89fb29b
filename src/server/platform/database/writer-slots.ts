// Keeps connections free for reads and health checks: calls that write share the others.
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  ConcurrencyLimiter,
  type ConcurrencyLimits,
  type QueuedCaller,
} from '#server/platform/limits/concurrency-limiter.ts'

/** Too many calls that write wait for a connection already. */
export class NoWriterSlotError extends Error {}

interface Writer {
  readonly queuedCaller: QueuedCaller
  connections: number
  slot: Promise<void> | undefined
  /** It has had a connection: to refuse it now would waste what it has done. */
  hasBegun: boolean
}

const NOTHING = () => undefined

export class WriterSlots {
  readonly #writers = new AsyncLocalStorage<Writer>()
  readonly #limiter: ConcurrencyLimiter

  /** `running`: calls that hold connections at a time; others wait their turn. */
  constructor(limits: ConcurrencyLimits) {
    this.#limiter = new ConcurrencyLimiter(limits)
  }

  /** All connections that `work` takes count as those of one writing call. */
  run<T>(work: () => Promise<T>, queuedCaller: QueuedCaller): Promise<T> {
    return this.#writers.run({ queuedCaller, connections: 0, slot: undefined, hasBegun: false }, work)
  }

  /**
   * Before a connection is taken; answers what to call when it is given back. A call that has one takes further ones at
   * once: it could not give back the first while it waits.
   */
  async take(): Promise<() => void> {
    const writer = this.#writers.getStore()
    if (writer === undefined) return NOTHING
    writer.connections += 1
    writer.slot ??= this.#enter(writer)
    try {
      await writer.slot
    } catch (error) {
      writer.connections -= 1
      writer.slot = undefined
      throw new NoWriterSlotError('no slot for a writing call', { cause: error })
    }
    writer.hasBegun = true
    return () => {
      writer.connections -= 1
      if (writer.connections > 0) return
      writer.slot = undefined
      this.#limiter.release()
    }
  }

  async #enter({ queuedCaller, hasBegun }: Writer): Promise<void> {
    await this.#limiter.acquire({ ...queuedCaller, isPrioritized: queuedCaller.isPrioritized || hasBegun })
  }
}
