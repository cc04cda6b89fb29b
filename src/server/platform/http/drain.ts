// Owns the last moments of a server: what is under way is answered, and no connection is kept for more.
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
  // A client that is told so opens a new connection elsewhere instead of losing a call on this one.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onClose', (_app, done) => {
    clearInterval(sweeper)
    done()
  })
}
