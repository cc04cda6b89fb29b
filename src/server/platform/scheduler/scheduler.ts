// Runs due timers: each by one process of all, again after a failure, late after a standstill.
import type { Services } from '#server/platform/call.ts'
import type { Task } from './task.ts'
import { type Claimed, claimTimer, endRun, ensureTimer, extendLease, postponeRun } from './timers.ts'

/** As long as a process that stopped without a word keeps others waiting. */
const LEASE = 60_000
const POLL = 5_000

interface SchedulerOptions {
  readonly onError?: (task: string, error: unknown) => void
  readonly poll?: number
}

export class Scheduler {
  readonly #services: Services
  readonly #tasks: ReadonlyMap<string, Task>
  readonly #onError: (task: string, error: unknown) => void
  readonly #poll: number
  #timer: NodeJS.Timeout | undefined
  #running: Promise<unknown> = Promise.resolve()
  readonly #stopped = new AbortController()

  constructor(services: Services, tasks: readonly Task[], { onError, poll = POLL }: SchedulerOptions = {}) {
    this.#services = services
    this.#tasks = new Map(tasks.map((task) => [task.name, task]))
    this.#onError = onError ?? (() => undefined)
    this.#poll = poll
  }

  /** Begins to look for what is due; a task that was never done is due at once, unless it says when. */
  start(): void {
    const look = async () => {
      await this.runDue().catch((error: unknown) => this.#onError('', error))
      if (!this.#isStopped()) this.#timer = setTimeout(begin, this.#poll * (0.75 + Math.random() / 2)).unref()
    }
    const begin = () => {
      this.#running = look()
    }
    begin()
  }

  /** Resolves when what is being done is done. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    clearTimeout(this.#timer)
    await this.#running
  }

  /** Does all that is due now and that no other process is doing; answers the names of its timers. */
  async runDue(): Promise<string[]> {
    const { db, clock } = this.#services
    for (const { name, first } of this.#tasks.values())
      await ensureTimer(db, name, first?.(clock()) ?? clock())
    const done: string[] = []
    while (!this.#isStopped()) {
      const claimed = await claimTimer(db, [...this.#tasks.keys()], clock(), LEASE)
      if (!claimed) break
      await this.#do(claimed)
      done.push(claimed.name)
    }
    return done
  }

  #isStopped(): boolean {
    return this.#stopped.signal.aborted
  }

  async #do(claimed: Claimed): Promise<void> {
    const { db, clock } = this.#services
    const task = this.#tasks.get(claimed.name) as Task // only known ones are claimed
    const hold = () => extendLease(db, claimed, new Date(clock().getTime() + LEASE)).catch(() => undefined)
    const holding = setInterval(() => void hold(), LEASE / 3).unref()
    try {
      await task.run({ services: this.#services, signal: this.#stopped.signal })
      await endRun(db, claimed, task.next(clock()))
    } catch (error) {
      this.#onError(claimed.name, error)
      await postponeRun(db, claimed, clock(), error instanceof Error ? error.message : String(error))
    } finally {
      clearInterval(holding)
    }
  }
}
