// Owns the websocket that tells open browsers about a new configuration, or about problems in one.
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from '@fastify/websocket'
import type { Settings } from '../settings.ts'
import type { ConfigurationSource } from './configuration-source.ts'

const HEARTBEAT = 30_000
const SLOW_READER_BYTES = 1_000_000

/** Browsers send an origin; one that is not ours is refused. */
function isOwnOrigin(origin: string | undefined, host: string | undefined, publicUrl: string | null): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || (publicUrl !== null && new URL(publicUrl).origin === origin)
}

export function addAnnouncements(app: FastifyInstance, source: ConfigurationSource, settings: Settings): void {
  const sockets = new Set<WebSocket>()
  const alive = new WeakSet<WebSocket>()
  const broadcast = (message: object) => {
    const text = JSON.stringify(message)
    for (const socket of sockets) {
      if (socket.bufferedAmount > SLOW_READER_BYTES) socket.terminate()
      else socket.send(text)
    }
  }
  const onSwap = (model: { hash: string }) => broadcast({ type: 'config', hash: model.hash })
  const onRefusal = (problems: readonly object[]) => {
    if (!settings.production) broadcast({ type: 'config-problems', problems: problems.slice(0, 50) })
  }
  source.on('swapped', onSwap)
  source.on('refused', onRefusal)
  const timer = setInterval(() => {
    for (const socket of sockets) {
      if (!alive.has(socket)) socket.terminate()
      alive.delete(socket)
      socket.ping()
    }
  }, HEARTBEAT)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    source.off('swapped', onSwap)
    source.off('refused', onRefusal)
    for (const socket of sockets) socket.terminate()
  })
  app.get('/websocket', { websocket: true }, (socket, request) => {
    if (!isOwnOrigin(request.headers.origin, request.headers.host, settings.publicUrl)) return socket.close(1008, 'origin')
    sockets.add(socket)
    alive.add(socket)
    socket.on('pong', () => alive.add(socket))
    socket.on('message', () => socket.close(1003, 'nothing is expected'))
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => sockets.delete(socket))
    socket.send(JSON.stringify({ type: 'config', hash: source.model.hash }))
  })
}
