// Manages the open websockets within their limits: slots, heartbeat, slow readers, messages, broadcasts.
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from '@fastify/websocket'
import { type ConnectionLimits, ConnectionSlots } from '#server/platform/limits/connection-slots.ts'

type ClientMessage =
  /** With the token, or with the id of the session whose cookie came with the socket. */
  | { readonly kind: 'session'; readonly token: string; readonly session?: never }
  | { readonly kind: 'session'; readonly session: string; readonly token?: never }
  | { readonly kind: 'typing'; readonly to: string }
  /** The form of the item is open; null: no longer. */
  | { readonly kind: 'editing'; readonly item: string | null }
  /** Well-formed, but nothing that this server knows; a newer page may say it. */
  | { readonly kind: 'unknown' }
  /** No message at all: only somebody who does not mean us sends it. */
  | { readonly kind: 'broken' }

const MAX_MESSAGE_LENGTH = 4096
const MAX_TOKEN_LENGTH = 200

/** `data` as it came; the longest message is not even decoded when it is too long. */
function readMessage(data: Buffer | ArrayBuffer | Buffer[]): ClientMessage {
  if (!Buffer.isBuffer(data) || data.length > MAX_MESSAGE_LENGTH) return { kind: 'broken' }
  const message = parse(data.toString())
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return { kind: 'broken' }
  const { type, token, session, to, item } = message as Readonly<Record<string, unknown>> // an object
  if (type === 'typing') return isId(to) ? { kind: 'typing', to } : { kind: 'broken' }
  if (type === 'editing') return item === null || isId(item) ? { kind: 'editing', item } : { kind: 'broken' }
  if (type !== 'session') return { kind: typeof type === 'string' ? 'unknown' : 'broken' }
  if (token === undefined && isId(session)) return { kind: 'session', session }
  if (typeof token !== 'string' || token.length > MAX_TOKEN_LENGTH) return { kind: 'broken' }
  return { kind: 'session', token }
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{1,40}$/.test(value)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

class MessageLimit {
  readonly #limits: SocketLimits
  #since = 0
  #frames = 0
  #bytes = 0
  #isShut = false

  constructor(limits: SocketLimits) {
    this.#limits = limits
  }

  /** False from the first thing on that was too much; `now` in milliseconds. */
  pass(
    now: number,
    { frames = 0, bytes = 0 }: { readonly frames?: number; readonly bytes?: number },
  ): boolean {
    if (this.#isShut) return false
    if (now - this.#since > this.#limits.window) {
      this.#since = now
      this.#frames = 0
      this.#bytes = 0
    }
    this.#frames += frames
    this.#bytes += bytes
    this.#isShut = this.#frames > this.#limits.frames || this.#bytes > this.#limits.bytes
    return !this.#isShut
  }

  shut(): void {
    this.#isShut = true
  }
}

const HEARTBEAT = 30_000
const GOODBYE = 1_000
const GOING_AWAY = 1001
const OPEN = 1

interface SocketFrom {
  readonly network: string
  /** The connection below, on which bytes are counted before they are messages. */
  readonly stream: Readable | undefined
  hear(message: ClientMessage): void
}

export class Sockets {
  readonly #limits: SocketLimits
  readonly #places: ConnectionSlots
  readonly #alive = new Map<WebSocket, boolean>()
  /** Without a session, the oldest first. */
  readonly #strangers = new Set<WebSocket>()
  readonly #timer = setInterval(() => this.#beat(), HEARTBEAT).unref()

  constructor(limits: SocketLimits) {
    this.#limits = limits
    this.#places = new ConnectionSlots(limits)
  }

  mayOpen(network: string): boolean {
    return this.#places.mayOpen(network, Date.now())
  }

  /** False, with the socket cut off, when there is no place left. */
  add(socket: WebSocket, from: SocketFrom): boolean {
    const leave = this.#places.take(from.network)
    if (leave === null) {
      socket.terminate()
      return false
    }
    this.#alive.set(socket, true)
    this.#strangers.add(socket)
    this.#guard(socket, from)
    socket.on('pong', () => this.#alive.has(socket) && this.#alive.set(socket, true))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      this.#alive.delete(socket)
      this.#strangers.delete(socket)
      leave()
    })
    this.#dismissOldest()
    return true
  }

  /** Call when a session was bound to the socket. */
  welcome(socket: WebSocket): void {
    this.#strangers.delete(socket)
  }

  send(socket: WebSocket, message: object): void {
    this.#sendText(socket, JSON.stringify(message))
  }

  sendAll(message: object): void {
    const text = JSON.stringify(message)
    for (const socket of this.#alive.keys()) this.#sendText(socket, text)
  }

  /** Resolves when all are closed; who does not say goodbye in time is cut off. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    const sockets = [...this.#alive.keys()]
    for (const socket of sockets) socket.close(GOING_AWAY)
    const began = Date.now()
    while (this.#alive.size > 0 && Date.now() - began < GOODBYE) await sleep(20)
    for (const socket of sockets) socket.terminate()
  }

  /**
   * Terminates clients that send too much or invalid messages, without a closing handshake. The frame parser still
   * delivers frames that it had read by then; the limit drops them.
   */
  #guard(socket: WebSocket, { stream, hear }: SocketFrom): void {
    const gate = new MessageLimit(this.#limits)
    const cut = () => {
      gate.shut()
      socket.terminate()
    }
    const admit = (what: { readonly frames?: number; readonly bytes?: number }): boolean => {
      const passes = gate.pass(Date.now(), what)
      if (!passes) cut()
      return passes
    }
    socket.on('ping', () => admit({ frames: 1 }))
    socket.on('pong', () => admit({ frames: 1 }))
    socket.on('message', (data) => {
      if (!admit({ frames: 1 }) || socket.readyState !== OPEN) return
      const message = readMessage(data)
      if (message.kind === 'broken') cut()
      else hear(message)
    })
    // Pieces of a message that never ends are no events of the socket.
    stream?.on('data', (chunk: Buffer) => admit({ bytes: chunk.length }))
  }

  #dismissOldest(): void {
    if (this.#strangers.size <= this.#limits.mostStrangers) return
    const [oldest] = this.#strangers
    oldest?.terminate()
    if (oldest) this.#strangers.delete(oldest)
  }

  #sendText(socket: WebSocket, text: string): void {
    if (socket.bufferedAmount > this.#limits.waiting) socket.terminate()
    else socket.send(text)
  }

  #beat(): void {
    for (const [socket, isAlive] of this.#alive) {
      if (!isAlive) socket.terminate()
      else {
        this.#alive.set(socket, false)
        socket.ping()
      }
    }
  }
}

export interface SocketLimits extends ConnectionLimits {
  /** Open at once without a session. One more closes the oldest, so that who signed in always finds a place. */
  readonly mostStrangers: number
  /** Frames of any kind from one client in a window; a browser sends one when its user signs in. */
  readonly frames: number
  /** Bytes from one client in a window. */
  readonly bytes: number
  /** Length of the window, in milliseconds. */
  readonly window: number
  /** Bytes that wait for one slow reader. */
  readonly waiting: number
}

export const SOCKET_LIMITS: SocketLimits = {
  most: 10_000,
  mostStrangers: 6_000,
  perNetwork: 200,
  openedPerSecond: 5,
  frames: 20,
  bytes: 128 * 1024,
  window: 10_000,
  waiting: 256 * 1024,
}

/** The limits of the protocol parser, which apply before a message is complete. */
export const FRAME_LIMITS = { maxPayload: 64 * 1024, maxFragments: 16, maxPendingAutoPongs: 20 }
