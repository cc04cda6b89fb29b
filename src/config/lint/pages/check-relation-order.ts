// Checks lists in which the first match wins: no entry is made unreachable by earlier ones.

import type { Context } from '#config/load/context.ts'
import type { Compiled } from '#config/pipeline/compile-model.ts'
import {
  type Audience,
  isInAudience,
  isRelation,
  type RoleModel,
  toRoleCaller,
} from '#shared/access/roles.ts'

export function checkRelationOrder(context: Context, { contentTypes, operations }: Compiled): void {
  for (const { id, content } of operations) {
    const document = context.of('content').get(content?.type ?? '')
    const type = contentTypes.find(({ name }) => name === content?.type)
    if (!content?.standing || !document || !type) continue
    for (const [relationName, rule] of Object.entries(content.standing)) {
      if (Array.isArray(rule)) continue
      const entries = Object.entries(rule as Readonly<Record<string, readonly Audience[]>>)
      const [unreachable] = findUnreachable(context.roles, entries)
      if (!unreachable) continue
      const path = ['endpoints', id.slice(type.name.length + 1), 'standing', relationName]
      const isWhole = unreachable.audiences.length === unreachable.all.length
      context.report(
        document,
        [...path, ...(isWhole ? [unreachable.by] : [unreachable.name, unreachable.at])],
        {
          slug: 'standing_order',
          message: `“${unreachable.by}”写在“${unreachable.name}”之前，先匹配者生效：${unreachable.audiences.join('、')}都会归为“${unreachable.by}”，${isWhole ? `“${unreachable.name}”不会生效` : `写在“${unreachable.name}”中不起作用`}，请将范围大的放在后面`,
          found: unreachable.by,
          key: isWhole,
        },
      )
    }
  }
}

interface UnreachableEntry {
  readonly name: string
  readonly by: string
  readonly at: number
  readonly audiences: readonly Audience[]
  readonly all: readonly Audience[]
}

/** Returns the entries of which earlier ones take some audience, those that nobody reaches first. */
function findUnreachable(
  roles: readonly RoleModel[],
  entries: readonly (readonly [string, readonly Audience[]])[],
): UnreachableEntry[] {
  const found = entries.flatMap(([name, all], index): UnreachableEntry[] => {
    const earlier = entries.slice(0, index)
    const before = earlier.flatMap(([, audiences]) => audiences)
    const audiences = all.filter((audience) => isCovered(roles, audience, before))
    const [first] = audiences
    if (first === undefined) return []
    const [by = ''] = earlier.find(([, some]) => isCovered(roles, first, some)) ?? earlier[0] ?? []
    return [{ name, by, at: all.indexOf(first), audiences, all }]
  })
  return found.toSorted(
    (a, b) => Number(b.audiences.length === b.all.length) - Number(a.audiences.length === a.all.length),
  )
}

/** Returns true if everybody in the audience is among the others, whatever the item. */
export function isCovered(
  roles: readonly RoleModel[],
  audience: Audience,
  others: readonly Audience[],
): boolean {
  if (others.includes(audience)) return true
  const meant = isRelation(audience)
    ? roles
    : roles.filter((role) => isInAudience(toRoleCaller(role), [audience]))
  return meant.length > 0 && meant.every((role) => isInAudience(toRoleCaller(role), others))
}
