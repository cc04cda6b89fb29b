// Checks promises: the operations and pages permit everything that a text promises to a kind of user.

import { given } from '#config/compile/common/given.ts'
import type { PageContext } from '#config/compile/links/compile-context.ts'
import type { Path } from '#config/load/document.ts'
import {
  type Audience,
  audienceTitle,
  isInAudience,
  type RoleModel,
  toRoleCaller,
} from '#shared/access/roles.ts'
import type { Json } from '#shared/model/json.ts'

interface Promised {
  readonly text: string
  readonly operation?: string
  readonly page?: string
}

interface Entry {
  readonly title?: string
  readonly role?: string
  readonly can?: readonly Promised[]
}

/**
 * Adds the texts of a role from `roles.json` to its choice, so that they need not be repeated: title, audience,
 * required papers.
 */
export function withRoleTexts(roles: readonly RoleModel[], entries: Json): Json {
  if (!Array.isArray(entries)) return entries
  return (entries as readonly Json[]).map((entry) => {
    const role = roles.find(({ name }) => name === (entry as Entry | null)?.role)
    if (!role?.registers) return entry
    const { audience, papers } = role.registers
    return {
      title: role.title,
      ...given({ text: audience, needs: papers }),
      ...(entry as object),
    }
  })
}

/** `entries` is a list that the widget's schema marks `x-promises`; its shape was checked by that schema. */
export function checkPromises(place: PageContext, path: Path, entries: Json): void {
  if (!Array.isArray(entries)) return
  for (const [index, entry] of (entries as readonly Entry[]).entries())
    if (Array.isArray(entry?.can)) checkEntry(place, [...path, index], entry)
}

function checkEntry(place: PageContext, path: Path, { role, can = [] }: Entry): void {
  const { context } = place.compilation
  const known = new Map(context.roles.flatMap((one) => (one.registers ? [[one.name, one] as const] : [])))
  const type = known.get(role ?? '')
  if (!type) {
    context.report(place.document, role === undefined ? path : [...path, 'role'], {
      slug: 'role_unknown',
      message: role === undefined ? '写了承诺（can），须用 role 写明是哪类用户' : `用户类型“${role}”不存在`,
      ...(role === undefined ? {} : { found: role }),
      known: known.keys(),
    })
    return
  }
  for (const [index, promised] of can.entries()) checkPromise(place, [...path, 'can', index], type, promised)
}

function checkPromise(
  place: PageContext,
  path: Path,
  role: RoleModel,
  { text, operation, page }: Promised,
): void {
  const { context, operations } = place.compilation
  if ((operation === undefined) === (page === undefined)) {
    context.report(place.document, path, {
      slug: 'promise_source',
      message: `承诺“${text}”须写明对应的操作（operation）或页面（page），且只写其一`,
    })
    return
  }
  const at = [...path, operation === undefined ? 'page' : 'operation']
  const what = operation === undefined ? `页面“${page}”` : `操作“${operation}”`
  if (operation !== undefined) {
    if (!context.refers(place.document, at, 'operation', '操作', operation, operations)) return
  } else if (!context.refers(place.document, at, 'page', '页面', page ?? '', context.of('page'))) return
  const access =
    operation === undefined ? accessOf(place, page ?? '') : (operations.get(operation)?.access ?? [])
  // A relation is a matter of the item: who owns none yet is promised nothing by it.
  if (isInAudience(toRoleCaller(role), access)) return
  context.report(place.document, at, {
    slug: 'promise_broken',
    message: `承诺“${text}”不能兑现：${what}只限${access.map((audience) => audienceTitle(context.roles, audience)).join('、')}，不含${role.title}`,
    found: operation ?? page ?? '',
  })
}

function accessOf({ compilation }: PageContext, page: string): readonly Audience[] {
  const written = compilation.context.of('page').get(page)?.value
  return [written?.access ?? 'anyone'].flat()
}
