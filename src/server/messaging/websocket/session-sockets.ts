// Binds sockets to sessions by token and closes them when the session ends.
import type { WebSocket } from '@fastify/websocket'
import { findOpen } from '#server/identity/sessions/session-store.ts'
import type { Sessions } from '#server/identity/sessions/sessions.ts'
import { hashToken } from '#server/identity/sessions/tokens.ts'
import type { Account, Services } from '#server/platform/call.ts'

interface Bound {
  readonly accountId: string
  readonly account: Account
  readonly tokenHash: string
}

/** In the range that applications may use, like the HTTP status. */
const SESSION_OVER = 4401
const OPEN = 1
/** The interval for checking sessions, since no event reports an expired session. */
const SWEEP_EVERY = 15_000

export class SessionSockets {
  readonly #services: Pick<Services, 'db' | 'clock'>
  readonly #sessions: Sessions
  readonly #bound = new Map<WebSocket, Bound>()
  readonly #ofAccount = new Map<string, Set<WebSocket>>()
  readonly #timer = setInterval(() => this.#review(null), SWEEP_EVERY).unref()
  readonly #deafen: () => void

  readonly #onPresence: (accountId: string, isHere: boolean) => void

  /** `onPresence` hears of the first browser of an account at this process, and when the last is gone. */
  constructor(
    services: Pick<Services, 'db' | 'clock'>,
    sessions: Sessions,
    onPresence: (accountId: string, isHere: boolean) => void,
  ) {
    this.#services = services
    this.#onPresence = onPresence
    this.#sessions = sessions
    this.#deafen = sessions.changes.listen((accountId) => this.#review(accountId))
  }

  /** Returns true where the token opens a session; otherwise closes the socket. A second token replaces the first. */
  async bind(socket: WebSocket, token: string): Promise<boolean> {
    const state = await this.#sessions.recognise(token)
    if (state.kind !== 'open') {
      close(socket)
      return false
    }
    // The socket was closed meanwhile: its close event has passed, so nothing would remove it from the list again.
    if (socket.readyState !== OPEN) return false
    if (this.#bound.has(socket)) this.#release(socket)
    else socket.on('close', () => this.#release(socket))
    const { account } = state
    const bound = { accountId: account.id, account, tokenHash: hashToken(token) }
    this.#hold(socket, bound)
    // The session may have ended between the look and the binding.
    await this.#check([[socket, bound]])
    return this.#bound.has(socket)
  }

  /** Returns the account of the socket; undefined before its session is bound. */
  accountOf(socket: WebSocket): string | undefined {
    return this.#bound.get(socket)?.accountId
  }

  /** Returns the account with its role; undefined before its session is bound. */
  callerOf(socket: WebSocket): Account | undefined {
    return this.#bound.get(socket)?.account
  }

  /** Returns the accounts connected to this process. */
  accounts(): string[] {
    return [...this.#ofAccount.keys()]
  }

  /** Of these accounts, or of all. */
  socketsOf(accountIds?: readonly string[]): WebSocket[] {
    if (accountIds === undefined) return [...this.#bound.keys()]
    return accountIds.flatMap((id) => [...(this.#ofAccount.get(id) ?? [])])
  }

  /** Of whom it holds; what an account may is asked anew where its session is bound again. */
  socketsWhere(isFor: (account: Account) => boolean): WebSocket[] {
    return [...this.#bound].flatMap(([socket, { account }]) => (isFor(account) ? [socket] : []))
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#deafen()
  }

  #review(accountId: string | null): void {
    const all = [...this.#bound].filter(([, bound]) => accountId === null || bound.accountId === accountId)
    // Without the database the check fails; the next sweep repeats it.
    this.#check(all).catch(() => undefined)
  }

  async #check(sockets: readonly (readonly [WebSocket, Bound])[]): Promise<void> {
    if (sockets.length === 0) return
    const hashes = [...new Set(sockets.map(([, { tokenHash }]) => tokenHash))]
    const open = await findOpen(this.#services.db, hashes, this.#services.clock())
    for (const [socket, { tokenHash }] of sockets) {
      if (open.has(tokenHash) || this.#bound.get(socket)?.tokenHash !== tokenHash) continue
      this.#release(socket)
      close(socket)
    }
  }

  #hold(socket: WebSocket, bound: Bound): void {
    this.#bound.set(socket, bound)
    const others = this.#ofAccount.get(bound.accountId)
    if (others) others.add(socket)
    else {
      this.#ofAccount.set(bound.accountId, new Set([socket]))
      this.#onPresence(bound.accountId, true)
    }
  }

  #release(socket: WebSocket): void {
    const bound = this.#bound.get(socket)
    if (bound === undefined) return
    this.#bound.delete(socket)
    const others = this.#ofAccount.get(bound.accountId)
    others?.delete(socket)
    if (others?.size !== 0) return
    this.#ofAccount.delete(bound.accountId)
    this.#onPresence(bound.accountId, false)
  }
}

function close(socket: WebSocket): void {
  socket.send(JSON.stringify({ type: 'session', state: 'ended' }))
  socket.close(SESSION_OVER)
}
