// Provides a crowd of hostile websockets in a thread of their own: raw frames, as fast as they are taken.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface Flood {
  readonly port: number
  readonly sockets: number
  /** How long they go on, in milliseconds. */
  readonly lasts: number
  /** One of `KINDS` below. */
  readonly kind: 'tokens' | 'words' | 'pings' | 'pieces'
}

export interface FloodResult {
  /** How many were cut off by the server before the flood was over. */
  readonly cut: number
  /** What the server took, over all of them. */
  readonly bytes: number
}

/** Plain JavaScript, since a thread does not inherit the loader of TypeScript. */
const ATTACK = `
const { connect } = require('node:net')
const { randomBytes } = require('node:crypto')
const { parentPort, workerData } = require('node:worker_threads')
const { port, sockets, lasts, kind } = workerData
const TEXT = 0x81, PING = 0x89, PIECE = 0x00

function frame(first, text) {
  const body = Buffer.from(text)
  const head = body.length < 126 ? [first, 0x80 | body.length] : [first, 0xfe, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from(head), Buffer.alloc(4), body])
}
const token = () => randomBytes(32).toString('base64url')
const KINDS = {
  tokens: () => frame(TEXT, JSON.stringify({ type: 'session', token: token() })),
  words: () => frame(TEXT, JSON.stringify({ type: 'chat', text: 'x'.repeat(300) })),
  pings: () => frame(PING, 'x'.repeat(100)),
  pieces: () => frame(PIECE, ''),
}
const volley = Buffer.concat(Array.from({ length: 500 }, KINDS[kind]))
let cut = 0, bytes = 0, open = sockets, over = false

for (let count = 0; count < sockets; count += 1) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET /websocket HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: Upgrade\\r\\nUpgrade: websocket\\r\\n' +
    'Sec-WebSocket-Version: 13\\r\\nSec-WebSocket-Key: ' + randomBytes(16).toString('base64') + '\\r\\n\\r\\n')
  const shoot = () => { while (!socket.destroyed && !over && socket.write(volley)) {} }
  // Pings are answered; who does not read the answers leaves them lying at the server.
  socket.once('data', () => {
    if (kind === 'pings') socket.pause()
    if (kind === 'pieces') socket.write(frame(0x01, ''))
    shoot()
  })
  socket.on('drain', shoot)
  socket.on('close', () => {
    bytes += socket.bytesWritten
    if (!over) cut += 1
    open -= 1
    if (open === 0) parentPort.postMessage({ cut, bytes })
  })
  setTimeout(() => { over = true; socket.destroy() }, lasts)
}
`

/** Resolves when the last of them is closed. */
export async function flood(options: Flood): Promise<FloodResult> {
  const worker = new Worker(ATTACK, { eval: true, workerData: options })
  const [result] = (await once(worker, 'message')) as [FloodResult]
  await worker.terminate()
  return result
}
