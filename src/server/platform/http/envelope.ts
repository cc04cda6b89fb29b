// Writes the envelope of answers, successes and refusals, as JSON text.

import { Serialized } from '#server/platform/cache/read-cache.ts'
import type { RefusalEnvelope } from '#shared/calls/envelope.ts'
import { ERRORS, type Failure } from '#shared/calls/errors.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

export function toSuccess(data: unknown): string {
  const json = data instanceof Serialized ? data.json : JSON.stringify(data ?? null)
  return `{"code":0,"msg":"success","data":${json}}`
}

export function toRefusal(failure: Failure, requestId: string): string {
  const refusal: RefusalEnvelope = {
    code: ERRORS[failure.error].code,
    msg: failure.message,
    data: failure.data,
    requestId,
    ...(failure.errors ? { errors: failure.errors } : {}),
  }
  return JSON.stringify(refusal)
}
