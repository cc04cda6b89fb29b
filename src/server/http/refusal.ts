// Owns the translation of any thrown thing into the envelope of a failure.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '../../shared/envelope.ts'
import { type ErrorName, ERRORS, Failure } from '../../shared/errors.ts'
import { isUnavailable } from '../database/database-unavailable-error.ts'

/** Fastify's own refusals, by its stable codes. */
const FRAMEWORK: Readonly<Record<string, ErrorName>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_JSON',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_TYPE',
  FST_ERR_BAD_URL: 'BAD_PARAMETER',
}

function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (isUnavailable(error)) return new Failure('UNAVAILABLE')
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code && FRAMEWORK[code]) return new Failure(FRAMEWORK[code])
  if (error instanceof SyntaxError || statusCode === 400) return new Failure('BAD_JSON')
  return new Failure('INTERNAL')
}

/** Sends the refusal; internals go to the log only. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const failure = toFailure(error)
  const { code, status } = ERRORS[failure.error]
  if (failure.error === 'INTERNAL') request.log.error({ err: error, requestId: request.id }, 'unexpected failure')
  if (status === 503) void reply.header('retry-after', '2')
  const refusal: Refusal = {
    code,
    msg: failure.message,
    data: failure.data,
    requestId: request.id,
    ...(failure.errors ? { errors: failure.errors } : {}),
  }
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refusal))
}
