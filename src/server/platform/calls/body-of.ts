// Owns the type of a call's body: what the operation's schema or form declares, which the door has judged.

import type { Call } from '#server/platform/call.ts'
import type { OperationBodies } from '#shared/generated/operation-bodies.ts'

/** For a handler of several operations the type is what they have in common. */
export function bodyOf<Id extends keyof OperationBodies>(call: Pick<Call, 'body'>): OperationBodies[Id] {
  return call.body as OperationBodies[Id] // judged before any handler is called
}
