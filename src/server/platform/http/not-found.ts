// Answers unknown addresses: redirects page requests to the portal, refuses other requests.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#shared/calls/errors.ts'
import { sendFailure } from './send-failure.ts'

/** Files have an extension; a page's address has none. */
const FILE = /\.\w+$/

/**
 * The portal's pages are addressed behind `#`. A page request without it is redirected to the portal, which has its
 * own 404 page.
 */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = '', query] = request.url.split('?', 2)
  const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html') && !FILE.test(path)
  if (!isPage) return sendFailure(new Failure('NO_SUCH_ADDRESS'), request, reply)
  return reply.redirect(`/#${path}${query ? `?${query}` : ''}`, 302)
}
