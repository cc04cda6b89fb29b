// Sends the ETag of an answer, and recognises callers that have its bytes already.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Where it returns true, the answer is sent without a body: its status is 304. */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag)
  const known = (request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim())
  if (!known.includes(tag) && !known.includes('*')) return false
  reply.code(304)
  return true
}

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)
