// Manages the open websockets: slots, heartbeat, slow readers, message limits, broadcasts.
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from '@fastify/websocket'
import { MessageLimit } from './message-limit.ts'
import { type ClientMessage, readMessage } from './read-message.ts'
import type { SocketLimits } from './socket-limits.ts'
import { SocketSlots } from './socket-slots.ts'

const HEARTBEAT = 30_000
const GOODBYE = 1_000
const GOING_AWAY = 1001
const OPEN = 1

export interface SocketFrom {
  readonly network: string
  /** The connection below, on which bytes are counted before they are messages. */
  readonly stream: Readable | undefined
  hear(message: ClientMessage): void
}

export class Sockets {
  readonly #limits: SocketLimits
  readonly #places: SocketSlots
  readonly #alive = new Map<WebSocket, boolean>()
  /** Without a session, the oldest first. */
  readonly #strangers = new Set<WebSocket>()
  readonly #timer = setInterval(() => this.#beat(), HEARTBEAT).unref()

  constructor(limits: SocketLimits) {
    this.#limits = limits
    this.#places = new SocketSlots(limits)
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
