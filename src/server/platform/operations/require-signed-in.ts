// Owns the refusal of a call by nobody where somebody is needed.

import type { Asker } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'

export type SignedIn = NonNullable<Asker>

export function requireSignedIn(asker: Asker): SignedIn {
  if (asker === null) throw new Failure('SIGN_IN_REQUIRED')
  return asker
}
