// Writes the envelope of refusals as JSON text.
import type { RefusalEnvelope } from '#shared/calls/envelope.ts'
import { ERRORS, type Failure } from '#shared/calls/errors.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

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
