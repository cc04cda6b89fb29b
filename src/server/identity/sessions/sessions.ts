// Opens, recognises and ends sessions, in step with all other server processes.

import { LRUCache } from 'lru-cache'
import { withStandIns } from '#server/platform/accounts/stand-ins.ts'
import type { Account, Services } from '#server/platform/call.ts'
import type { BrowserSession } from '#server/platform/http/session-cookie.ts'
import { SessionChanges } from './session-events.ts'
import { isExpired, TOUCH_INTERVAL } from './session-lifetimes.ts'
import { deleteExpired, deleteSessions, loadSession, type StoredSession } from './session-store.ts'
import { hashToken, isToken, newToken } from './tokens.ts'

/** `ended` covers unknown and expired tokens, which cannot be told apart. */
export type SessionState =
  | { readonly kind: 'ended' | 'rejected' }
  | { readonly kind: 'open'; readonly id: string; readonly account: Account }

const MAX_CACHED = 10_000
/** A missed notification does no harm for longer. */
const CACHED_FOR = 60_000
const CLEANED_EVERY = 10 * 60_000

interface Cached extends StoredSession {
  readonly loadedAt: number
  lastSeenAt: number
}

export interface Opening {
  readonly userAgent: string
  readonly address: string
  readonly ticket?: string
}

type Needs = Pick<Services, 'database' | 'db' | 'clock' | 'roles' | 'model'>

/**
 * Opens, recognises and ends sessions, synchronised with all other server processes. A session ends after 30
 * minutes without use, and after 12 hours in any case. Recognised sessions are cached for at most 60 seconds; after
 * `start` changes by other processes clear the cache, without it every call reads the database.
 *
 * @example
 * const { token } = await sessions.open(accountId, { userAgent: 'curl/8', address: '192.0.2.1' })
 * const state = await sessions.recognise(token)
 * if (state.kind === 'open') console.log(state.account.name)
 */
export class Sessions {
  readonly #services: Needs
  readonly changes: SessionChanges
  readonly #cache = new LRUCache<string, Cached>({ maxSize: MAX_CACHED, sizeCalculation: () => 1 })
  /** Grows with every change, so that an answer under way is not kept after it. */
  #generation = 0
  #cleaner: NodeJS.Timeout | undefined

  constructor(services: Needs) {
    this.#services = services
    this.changes = new SessionChanges(services.database)
    this.changes.listen(() => this.#forget())
  }

  /** Begins to hear of changes by other processes; without it every call asks the database. */
  async start(): Promise<void> {
    await this.changes.start()
    this.#cleaner = setInterval(() => void this.removeExpired().catch(() => undefined), CLEANED_EVERY)
    this.#cleaner.unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#cleaner)
    await this.changes.stop()
  }

  /** Returns the token, which is stored nowhere, and the id by which the owner knows the session. */
  async open(accountId: string, from: Opening): Promise<BrowserSession> {
    const token = newToken()
    const now = this.#services.clock()
    const { id } = await this.#services.db
      .insertInto('session')
      .values({
        tokenHash: hashToken(token),
        accountId,
        createdAt: now,
        lastSeenAt: now,
        userAgent: from.userAgent,
        address: from.address,
        ticket: from.ticket === undefined ? null : hashToken(from.ticket),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { token, id }
  }

  async recognise(token: string): Promise<SessionState> {
    if (!isToken(token)) return { kind: 'ended' }
    const tokenHash = hashToken(token)
    const session = await this.#find(tokenHash)
    if (session === null || isExpired(session, this.#now())) return { kind: 'ended' }
    if (!session.isActive) return { kind: 'rejected' }
    await this.#touch(tokenHash, session)
    const { id } = session
    return { kind: 'open', id, account: withStandIns(session.account, session.standings, this.#services) }
  }

  async end(token: string): Promise<void> {
    const row = await this.#services.db
      .deleteFrom('session')
      .where('tokenHash', '=', hashToken(token))
      .returning('accountId')
      .executeTakeFirst()
    if (row) await this.changes.notify(row.accountId)
  }

  /** Ends one session of the account, by the id that its owner sees; false where it has no such session. */
  async endOne(accountId: string, id: string): Promise<boolean> {
    const query = this.#services.db.deleteFrom('session').where((eb) => eb.and({ accountId, id }))
    const { numDeletedRows } = await query.executeTakeFirst()
    await this.changes.notify(accountId)
    return numDeletedRows > 0n
  }

  /** Ends all sessions of an account: after a new password, or when it is closed. */
  async endAll(accountId: string): Promise<void> {
    await deleteSessions(this.#services.db, accountId)
    await this.changes.notify(accountId)
  }

  /** Call after an account's name, role, status, blacklisting or delegations changed; without an id, of any account. */
  async accountChanged(accountId: string | null = null): Promise<void> {
    await this.changes.notify(accountId)
  }

  async removeExpired(): Promise<void> {
    await deleteExpired(this.#services.db, this.#services.clock())
  }

  async #find(tokenHash: string): Promise<Cached | null> {
    const now = this.#now()
    const known = this.#cache.get(tokenHash)
    if (known && now - known.loadedAt < CACHED_FOR) return known
    const generation = this.#generation
    const stored = await loadSession(this.#services, tokenHash)
    if (stored === null) return null
    const session = { ...stored, loadedAt: now }
    if (!this.changes.isDeaf && generation === this.#generation) this.#cache.set(tokenHash, session)
    return session
  }

  async #touch(tokenHash: string, session: Cached): Promise<void> {
    const now = this.#services.clock()
    if (now.getTime() - session.lastSeenAt < TOUCH_INTERVAL) return
    session.lastSeenAt = now.getTime()
    const { db } = this.#services
    const written = db
      .updateTable('session')
      .set({ lastSeenAt: now })
      .where('tokenHash', '=', tokenHash)
      .execute()
    // A read must not fail because this could not be written.
    await written.catch(() => undefined)
  }

  #forget(): void {
    this.#generation += 1
    this.#cache.clear()
  }

  #now(): number {
    return this.#services.clock().getTime()
  }
}
