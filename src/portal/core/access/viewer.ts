// Converts the signed-in user to the viewer of access rules, with the grants of the role.

import { currentManifest } from '#portal/core/configuration/manifest.ts'
import { type Caller, grantsOf, type Role } from '#shared/access/roles.ts'

interface User {
  readonly id: string
  readonly role: Role
  /** The grants of the role, if they are known already. */
  readonly grants?: readonly string[]
}

export function toViewer({ id, role, grants }: User): Exclude<Caller, null> {
  return { id, role, grants: grants ?? grantsOf(currentManifest().roles, role) }
}
