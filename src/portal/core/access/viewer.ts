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
  /** The roles that it has beside its own. */
  readonly assigned?: readonly Role[]
}

/** For which items an assigned role counts, only the server knows: pages offer what it may be for. */
export function toViewer({ id, role, grants, assigned }: User): Exclude<Caller, null> {
  const { roles } = currentManifest()
  return {
    ...{ id, role, grants: grants ?? grantsOf(roles, role) },
    ...(assigned
      ? { assigned: assigned.map((one) => ({ role: one, grants: grantsOf(roles, one), scope: {} })) }
      : {}),
  }
}
