// Notifies listeners in this process and all other processes of changed sessions.
import type { DatabaseHandle } from '#server/platform/database/database-handle.ts'

/** The account whose sessions changed; null where it may be any. */
export type ChangeListener = (accountId: string | null) => void

/** Its payload is the account's id; empty where it may be any. */
export const SESSION_CHANNEL = 'session_changed'

export class SessionChanges {
  readonly #database: DatabaseHandle
  readonly #listeners = new Set<ChangeListener>()
  #stop: (() => Promise<void>) | undefined
  #isDeaf = true

  constructor(database: DatabaseHandle) {
    this.#database = database
  }

  /** While true, changes made by other processes are not heard. */
  get isDeaf(): boolean {
    return this.#isDeaf
  }

  async start(): Promise<void> {
    this.#stop = await this.#database.listen(
      SESSION_CHANNEL,
      (accountId) => this.#announce(accountId || null),
      (gap) => {
        this.#isDeaf = gap === 'lost'
        this.#announce(null)
      },
    )
    this.#isDeaf = false
  }

  async stop(): Promise<void> {
    this.#isDeaf = true
    await this.#stop?.()
    this.#stop = undefined
  }

  /** Answers how to stop listening. */
  listen(listener: ChangeListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async notify(accountId: string | null): Promise<void> {
    this.#announce(accountId)
    await this.#database.notify(SESSION_CHANNEL, accountId ?? '')
  }

  #announce(accountId: string | null): void {
    for (const listener of this.#listeners) listener(accountId)
  }
}
