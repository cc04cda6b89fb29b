// Owns who asks, as rules of access see it: the user with what the portal grants to the role.

import { currentManifest } from '#portal/core/configuration/manifest.ts'
import { type Asker, grantsOf, type Role } from '#shared/access/roles.ts'

interface User {
  readonly id: string
  readonly role: Role
  /** Where they are known already. */
  readonly grants?: readonly string[]
}

export function askerOf({ id, role, grants }: User): Exclude<Asker, null> {
  return { id, role, grants: grants ?? grantsOf(currentManifest().roles, role) }
}
