// Owns the open websockets: heartbeat, slow readers, sending to all.
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from '@fastify/websocket'

const HEARTBEAT = 30_000
const GOODBYE = 1_000
const SLOW_READER_BYTES = 1_000_000
/** Policy violation, as RFC 6455 numbers it. */
const REFUSED = 1008
const GOING_AWAY = 1001
const MOST_MESSAGES = 20
const PER_MS = 10_000

export class Sockets {
  readonly #alive = new Map<WebSocket, boolean>()
  readonly #timer = setInterval(() => this.#beat(), HEARTBEAT).unref()

  add(socket: WebSocket): void {
    this.#alive.set(socket, true)
    limitMessages(socket)
    socket.on('pong', () => this.#alive.has(socket) && this.#alive.set(socket, true))
    socket.on('close', () => this.#alive.delete(socket))
    socket.on('error', () => socket.terminate())
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

  #sendText(socket: WebSocket, text: string): void {
    if (socket.bufferedAmount > SLOW_READER_BYTES) socket.terminate()
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

/** Nothing is expected of a client yet; one that talks on regardless is closed. */
function limitMessages(socket: WebSocket): void {
  let count = 0
  let since = 0
  socket.on('message', () => {
    const now = Date.now()
    if (now - since > PER_MS) {
      since = now
      count = 0
    }
    count += 1
    if (count > MOST_MESSAGES) socket.close(REFUSED)
  })
}
