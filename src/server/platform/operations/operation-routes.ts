// Registers the routes of operations. The current model decides which operations exist.
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { limitsOf } from './body-limits.ts'
import { buildDispatch, type DispatchParts, requireOperation } from './dispatch.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Operation id once it is found, for metrics and log. */
    operation: string
  }
}

/** Checks before the body is read that the address exists, for any content, and limits the bytes of the body. */
function limitBody({ services, serve }: DispatchParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const path = request.url.split('?', 1)[0] as string
    const { operation } = requireOperation(serve(services.model()), path, request.method, reply)
    request.bodyBytes = limitsOf(operation).bytes
  }
}

/** API-01. */
export const PREFIXES = ['/newapi', '/file', '/messageInfo'] as const
/** All methods, so that the portal's own refusal answers a wrong one. */
const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

export function addOperationRoutes(app: FastifyInstance, parts: DispatchParts): void {
  app.decorateRequest('operation', '')
  const handler = buildDispatch(parts)
  for (const prefix of PREFIXES)
    app.route({ method: METHODS, url: `${prefix}/*`, onRequest: limitBody(parts), handler })
}
