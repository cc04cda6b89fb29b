// Answers every error: status, envelope and log entry.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS } from '#shared/calls/errors.ts'
import { JSON_TYPE, toRefusal } from './envelope.ts'
import { isFault, toFailure } from './to-failure.ts'

const RETRY_AFTER_SECONDS: Readonly<Record<number, string>> = { 429: '60', 503: '2' }

export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toFailure(error)
  const { status } = ERRORS[failure.error]
  if (isFault(error)) request.log.error({ err: error, url: request.url.split('?')[0] }, failure.error)
  const retryAfter = toWait(failure.data) ?? RETRY_AFTER_SECONDS[status]
  if (retryAfter) reply.header('retry-after', retryAfter)
  return reply
    .code(status)
    .header('content-type', JSON_TYPE)
    .header('cache-control', 'no-store')
    .send(toRefusal(failure, request.id))
}

/** A refusal that knows how long to wait says so to programs too. */
function toWait(data: unknown): string | undefined {
  const wait = typeof data === 'object' && data !== null && 'wait' in data ? data.wait : undefined
  return typeof wait === 'number' ? String(wait) : undefined
}
