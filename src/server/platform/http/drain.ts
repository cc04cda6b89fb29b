// Drains a closing server: answers the calls under way, and keeps no connection open.
import type { FastifyInstance } from 'fastify'

const SWEPT_EVERY = 100

export function drainOnClose(app: FastifyInstance): void {
  let isClosing = false
  let sweeper: NodeJS.Timeout | undefined
  app.addHook('preClose', (done) => {
    isClosing = true
    sweeper = setInterval(() => app.server.closeIdleConnections(), SWEPT_EVERY)
    done()
  })
  // The header makes a client open a new connection elsewhere instead of losing a call on this one.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done()
  })
  app.addHook('onClose', (_app, done) => {
    clearInterval(sweeper)
    done()
  })
}
