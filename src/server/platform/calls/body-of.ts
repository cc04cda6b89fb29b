// Types the validated body of a call by the schema or form that its operation declares.

import type { Call } from '#server/platform/call.ts'
import type { OperationBodies } from '#shared/generated/operation-bodies.ts'

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
