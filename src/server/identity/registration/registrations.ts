// Owns what a registration is: the form of a role, and whether somebody looks at it before the account is open.

import type { Role } from '#shared/access/roles.ts'
import type { Model } from '#shared/model/model.ts'

/** Undefined for a role that nobody registers as. */
export function formOf({ roles }: Pick<Model, 'roles'>, role: Role): string | undefined {
  return roles.find(({ name }) => name === role)?.registers?.form
}

/** Undefined for a role that nobody registers as. */
export function needsApproval({ roles }: Pick<Model, 'roles'>, role: Role): boolean | undefined {
  return roles.find(({ name }) => name === role)?.registers?.approval
}
