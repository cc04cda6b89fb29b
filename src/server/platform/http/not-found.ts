// Owns the answer to addresses that nothing serves: a person goes to the portal, a program is refused.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#shared/calls/errors.ts'
import { sendFailure } from './send-failure.ts'

/** Files have an extension; a page's address has none. */
const FILE = /\.\w+$/

/** The portal's pages live behind `#`; whoever forgets it is led there, and the portal knows its own 404. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = '', query] = request.url.split('?', 2)
  const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html') && !FILE.test(path)
  if (!isPage) return sendFailure(new Failure('NO_SUCH_ADDRESS'), request, reply)
  return reply.redirect(`/#${path}${query ? `?${query}` : ''}`, 302)
}
