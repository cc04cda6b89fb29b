// Owns the routes under which operations are found; which ones exist is the current model's matter.
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { buildDispatch, type DispatchParts } from './dispatch.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Operation id once it is found, for metrics and log. */
    operation: string
  }
}

/** API-01. */
export const PREFIXES = ['/newapi', '/file', '/messageInfo'] as const
/** All of them, so that a wrong one is told by our own refusal. */
const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

export function addOperationRoutes(app: FastifyInstance, parts: DispatchParts): void {
  app.decorateRequest('operation', '')
  const handler = buildDispatch(parts)
  for (const prefix of PREFIXES) app.route({ method: METHODS, url: `${prefix}/*`, handler })
}
