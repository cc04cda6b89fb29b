// Counts unread messages and notices, notifies all processes of changes, and pushes the counts to connected browsers.
import { type Kysely, sql } from 'kysely'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { type PushMessage, push } from '#server/platform/websocket/push.ts'

const CHANGED: PushMessage = { type: 'unread' }
/** The number of ids that always fits into one notification. */
const BATCH_SIZE = 100

/** Give the transaction that changes them, so that it is heard at commit and not without. */
export async function notifyUnread(db: Kysely<Schema>, accountIds: readonly string[]): Promise<void> {
  for (let at = 0; at < accountIds.length; at += BATCH_SIZE)
    await push(db, accountIds.slice(at, at + BATCH_SIZE), CHANGED)
}

/** Returns true where the message needs the unread counts, which the receiving process reads. */
export const isUnread = ({ type }: PushMessage): boolean => type === CHANGED.type

interface Unread {
  readonly notices: number
  readonly messages: number
  /** The unread chat messages of others. */
  readonly chats: number
  /** Of all kinds together. */
  readonly total: number
}

/** For every asked account, also where nothing waits. */
export async function countUnread(
  db: Kysely<Schema>,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Unread>> {
  if (accountIds.length === 0) return new Map()
  const { rows } = await sql<Omit<Unread, 'total'> & { readonly userId: string }>`
    select asked.id as user_id,
      (select count(*)::int from notice where user_id = asked.id and read_at is null and deleted_at is null) as notices,
      (select count(*)::int from message_copy where user_id = asked.id and read_at is null and deleted_at is null) as messages,
      (select coalesce(sum(unread), 0)::int from chat_member where account_id = asked.id) as chats
    from unnest(${[...new Set(accountIds)]}::text[]) asked (id)`.execute(db)
  return new Map(
    rows.map(({ userId, ...counts }) => {
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
      return [userId, { ...counts, total }]
    }),
  )
}

interface UnreadListeners {
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
