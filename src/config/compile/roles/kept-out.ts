// Finds who sees something and is refused what it leads to.
import { type Audience, isInAudience, type RoleModel, toRoleCaller } from '#shared/access/roles.ts'

/** The roles among `shown` that `access` keeps out. */
export const rolesKeptOut = (
  roles: readonly RoleModel[],
  shown: readonly Audience[],
  access: readonly Audience[],
): readonly RoleModel[] =>
  roles.filter((role) => isInAudience(toRoleCaller(role), shown) && !isInAudience(toRoleCaller(role), access))

/** The titles of visitors and roles among `shown` that `access` keeps out. */
export function titlesKeptOut(
  roles: readonly RoleModel[],
  shown: readonly Audience[],
  access: readonly Audience[],
): readonly string[] {
  const visitors = isInAudience(null, shown) && !isInAudience(null, access) ? ['访客'] : []
  return [...visitors, ...rolesKeptOut(roles, shown, access).map(({ title }) => title)]
}
