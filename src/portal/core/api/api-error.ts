// Declares the error of a failed call as the portal sees it.
import type { FieldError } from '#shared/calls/errors.ts'

export interface ApiFailure {
  readonly code: number
  readonly status: number
  readonly message: string
  readonly errors?: readonly FieldError[]
  readonly requestId?: string
  readonly data?: unknown
}

/**
 * The error of a failed call. `code` is the code of the envelope, `status` the HTTP status, 0 when no answer
 * arrived; `errors` names the faulty fields of a body.
 *
 * @example
 * const error = new ApiError({ code: 40401, status: 404, message: '内容不存在或已被删除' })
 * error.errors // → []
 */
export class ApiError extends Error {
  readonly code: number
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly errors: readonly FieldError[]
  readonly requestId: string
  readonly data: unknown

  constructor({ code, status, message, errors, requestId, data }: ApiFailure) {
    super(message)
    this.code = code
    this.status = status
    this.errors = errors ?? []
    this.requestId = requestId ?? ''
    this.data = data ?? null
  }
}
