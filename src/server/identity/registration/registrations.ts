// Finds the registration form of a role and decides if it needs approval.

import type { Role } from '#shared/access/roles.ts'
import type { Model } from '#shared/model/model.ts'

/** Returns undefined for a role without registration. */
export function formOf({ roles }: Pick<Model, 'roles'>, role: Role): string | undefined {
  return roles.find(({ name }) => name === role)?.registers?.form
}

/** Returns undefined for a role without registration. */
export function needsApproval({ roles }: Pick<Model, 'roles'>, role: Role): boolean | undefined {
  return roles.find(({ name }) => name === role)?.registers?.approval
}
