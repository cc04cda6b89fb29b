// Types the validated body of a call by the schema or form that its operation declares.

import type { Call } from '#server/platform/call.ts'
import type { OperationBodies } from '#shared/generated/operation-bodies.ts'

/** For a handler of several operations the type is what they have in common. */
export function bodyOf<Id extends keyof OperationBodies>(call: Pick<Call, 'body'>): OperationBodies[Id] {
  return call.body as OperationBodies[Id] // judged before any handler is called
}
