// Types the validated body of a call by the schema or form that its operation declares.

import type { Call } from '#server/platform/call.ts'
import type { OperationBodies } from '#shared/generated/operation-bodies.ts'
import type { Parameters } from './read-parameter.ts'

/**
 * Returns the body of a call with the type of its operation. The body was validated before the handler was called;
 * this function does not validate it again. For a handler of several operations, the type is what their bodies have
 * in common.
 *
 * @example
 * const { receiptNo, mobileTail } = bodyOf<'progress.query'>(call)
 */
export function bodyOf<Id extends keyof OperationBodies>(call: Pick<Call, 'body'>): OperationBodies[Id] {
  return call.body as OperationBodies[Id] // judged before any handler is called
}

/** The body of a call whose operation takes an object, or nothing. */
export const fieldsOf = ({ body }: Pick<Call, 'body'>): Parameters => (body ?? {}) as Parameters // validated as an object
