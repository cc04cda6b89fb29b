// Refuses a call by a visitor where an account is required.

import type { Caller } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'

export type SignedIn = NonNullable<Caller>

/**
 * Returns the caller if it is an account. Throws `Failure('SIGN_IN_REQUIRED')` for a visitor.
 *
 * @example
 * requireSignedIn({ id: 'u1', role: 'ordinary' }).id // → 'u1'
 */
export function requireSignedIn(caller: Caller): SignedIn {
  if (caller === null) throw new Failure('SIGN_IN_REQUIRED')
  return caller
}
