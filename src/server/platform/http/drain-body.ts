// Reads the rest of a request body before its answer is sent, so that the connection serves the next request.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** More than the largest file that a form takes: browsers read an answer only when they have sent all. */
const MAX_DRAINED_BYTES = 256 * 1024 * 1024
/** A client that sends nothing for so long waits for the answer. */
const MAX_QUIET_MS = 2_000

export function drainBodies(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (!hasUnreadBody(raw)) return done()
    drain(raw).then((isDrained) => {
      // Fastify closes the connection of each body that it could not parse.
      if (isDrained) reply.removeHeader('connection')
      else reply.header('connection', 'close')
      done()
    }, done)
  })
}

function hasUnreadBody(raw: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = raw.headers
  return !raw.readableEnded && !raw.destroyed && (coding !== undefined || Number(length ?? 0) > 0)
}

/** False where the body is longer than what is read of it, or does not arrive. */
function drain(raw: IncomingMessage): Promise<boolean> {
  if (Number(raw.headers['content-length'] ?? 0) > MAX_DRAINED_BYTES) return Promise.resolve(false)
  return new Promise((resolve) => {
    let bytes = 0
    const finish = (isDrained: boolean) => {
      clearTimeout(quiet)
      raw.off('data', count).off('end', end).off('close', abort).off('error', abort)
      if (!isDrained) raw.on('error', () => undefined).pause()
      resolve(isDrained)
    }
    const end = () => finish(true)
    const abort = () => finish(false)
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_DRAINED_BYTES) return finish(false)
      quiet.refresh()
    }
    const quiet = setTimeout(abort, MAX_QUIET_MS)
    // A parser that no longer reads would hold the body back.
    raw.unpipe()
    raw.on('data', count).on('end', end).on('close', abort).on('error', abort).resume()
  })
}
