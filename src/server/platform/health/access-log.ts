// Writes the access log: a line of JSON for each request that a client sent.
import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Longer paths are those of attempts to break in. */
const MAX_PATH_LENGTH = 300

/**
 * Returns the function that logs a request once its answer has gone out, or its client has. The line names no query, as
 * session tokens, tickets of the single sign-on, numbers and searched words stand in queries; nor an address, nor an
 * account. `bytes` counts what was sent, with headers. `isAborted` stands where the client left before the end, without
 * `status` where nothing had been answered.
 *
 * @example
 * // {"time":"2026-01-05T08:00:00.000Z","msg":"access","id":"6f1c…","method":"GET","path":"/newapi/standard/list",
 * //  "operation":"standard.list","status":200,"ms":4.2,"bytes":5120}
 */
export function buildAccessLog(
  write: (line: string) => void,
): (request: FastifyRequest, reply: FastifyReply) => void {
  return (request, reply) => {
    const { raw } = reply
    const { socket } = request.raw
    // The server also asks itself, for pages that show what its interface answers.
    if (!(socket instanceof Socket)) return
    const sentBefore = socket.bytesWritten
    const startedAt = performance.now()
    raw.once('close', () => {
      // The answer of an opened websocket is not written by Fastify.
      const isUpgraded = reply.sent && !raw.headersSent
      const line = {
        time: new Date().toISOString(),
        msg: 'access',
        id: request.id,
        method: request.method,
        path: (request.raw.url ?? '').split('?', 1)[0]?.slice(0, MAX_PATH_LENGTH),
        operation: request.match?.operation.id,
        status: isUpgraded ? 101 : raw.headersSent ? raw.statusCode : undefined,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        bytes: socket.bytesWritten - sentBefore,
        ...(raw.writableFinished || isUpgraded ? {} : { isAborted: true }),
      }
      write(`${JSON.stringify(line)}\n`)
    })
  }
}
