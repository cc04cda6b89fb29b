// Sends the ETag of an answer, and recognises callers that have its bytes already.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sets the ETag. Returns true if the caller has these bytes; the status is 304 then, and the answer needs no body. */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag)
  const known = (request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim())
  if (!known.includes(tag) && !known.includes('*')) return false
  reply.code(304)
  return true
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)
