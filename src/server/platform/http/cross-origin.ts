// Lets pages of other sites read what every visitor may read (CORS): no writes, no credentials, exact origins.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '#shared/model/operation-model.ts'

type Readable = Pick<Operation, 'access' | 'writes'>

/** Seconds for which browsers keep the answer to a preflight. */
const PREFLIGHT_LIFETIME = 600

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer depends on the origin that asks. */
    isReadAcross: boolean
  }
}

/** Answers with `Vary: Origin` where the answer depends on the origin, whatever else it varies with. */
export function varyByOrigin(app: FastifyInstance): void {
  app.decorateRequest('isReadAcross', false)
  app.addHook('onSend', (request, reply, payload, done) => {
    const { vary } = reply.getHeaders()
    if (request.isReadAcross) reply.header('vary', vary ? `${String(vary)}, origin` : 'origin')
    done(null, payload)
  })
}

/**
 * Names the origin of the request in the answer, if it is one of `origins` and every visitor may read what it calls.
 * No answer allows credentials, so a browser hands an answer for somebody who is signed in to no other site.
 *
 * @example
 * allowOrigin(request, reply, operation, ['https://partner.example'])
 */
export function allowOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  { access, writes }: Readable,
  origins: readonly string[],
): boolean {
  if (origins.length === 0 || writes || !access.includes('anyone')) return false
  request.isReadAcross = true
  const { origin = '' } = request.headers
  if (!origins.includes(origin)) return false
  reply.header('access-control-allow-origin', origin)
  return true
}

/** The method that a browser asks for before it calls from another site; undefined for any other request. */
export function preflightMethod({ method, headers }: FastifyRequest): string | undefined {
  const wanted = headers['access-control-request-method']
  return method === 'OPTIONS' && headers.origin !== undefined ? wanted : undefined
}

/** Sends the answer to a preflight. No header is allowed beside those that need no permission. */
export function answerPreflight(reply: FastifyReply, isAllowed: boolean): void {
  if (isAllowed)
    reply.header('access-control-allow-methods', 'GET').header('access-control-max-age', PREFLIGHT_LIFETIME)
  reply.code(204).send()
}
