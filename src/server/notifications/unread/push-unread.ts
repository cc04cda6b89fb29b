// Pushes changed unread counts to connected browsers, whichever process changed them.
import type { Services } from '#server/platform/call.ts'
import { countUnread } from './count-unread.ts'

export interface UnreadListeners {
  /** Accounts with an open socket in this process. */
  accounts(): readonly string[]
  send(accountId: string, message: object): void
}

/** Changes that come together are answered together. */
const GATHER = 50

export class UnreadNews {
  readonly #db: Services['db']
  readonly #listeners: UnreadListeners
  readonly #waiting = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(db: Services['db'], listeners: UnreadListeners) {
    this.#db = db
    this.#listeners = listeners
  }

  /** To all sockets of these accounts, or of all that are here, a moment later. */
  push(accountIds: readonly string[] = this.#listeners.accounts()): void {
    for (const id of accountIds) this.#waiting.add(id)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      // Without the database no counts are sent; the next change or connection sends them.
      this.#flush().catch(() => undefined)
    }, GATHER).unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#waiting.clear()
  }

  async #flush(): Promise<void> {
    const here = new Set(this.#listeners.accounts())
    const accounts = [...this.#waiting].filter((accountId) => here.has(accountId))
    this.#waiting.clear()
    for (const [accountId, counts] of await countUnread(this.#db, accounts))
      this.#listeners.send(accountId, { type: 'unread', ...counts })
  }
}
