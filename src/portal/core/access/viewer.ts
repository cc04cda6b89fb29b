// Converts the signed-in user to the viewer of access rules, with the grants of the role.
import { currentManifest } from '#portal/core/configuration/manifest.ts'
import type { Session } from '#portal/core/session/session.ts'
import { type Caller, grantsOf, isInAudience, type Role } from '#shared/access/roles.ts'
import type { SectionCall } from '#shared/model/page-model.ts'

/** Decides whether a call is offered to the viewer. Visitors see the offer and are asked to sign in. */
export function canCall(call: SectionCall | undefined, user: Session['user']): boolean {
  if (!call) return false
  return !call.access || user === null || isInAudience(toViewer(user), call.access)
}

interface User {
  readonly id: string
  readonly role: Role
  /** The grants of the role, if they are known already. */
  readonly grants?: readonly string[]
}

export function toViewer({ id, role, grants }: User): Exclude<Caller, null> {
  return { id, role, grants: grants ?? grantsOf(currentManifest().roles, role) }
}
