// Checks promises: the operations and pages permit everything that a text promises to a kind of user.

import { given } from '#config/compile/common/given.ts'
import type { PagePlace } from '#config/compile/links/compile-context.ts'
import { audienceTitle, isInAudience, type RoleModel, toRoleCaller } from '#shared/access/roles.ts'
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
export function checkPromises(at: PagePlace, entries: Json): void {
  if (!Array.isArray(entries)) return
  for (const [index, entry] of (entries as readonly Entry[]).entries())
    if (Array.isArray(entry?.can)) checkEntry(at.at(index), entry)
}

function checkEntry(at: PagePlace, { role, can = [] }: Entry): void {
  const known = new Map(at.context.roles.flatMap((one) => (one.registers ? [[one.name, one]] : [])))
  const type = known.get(role ?? '')
  if (type) for (const [index, promised] of can.entries()) checkPromise(at.at('can', index), type, promised)
  else if (role === undefined) at.report('role_unknown.missing', { known: known.keys() })
  else at.at('role').expect(known.keys(), role, 'role_unknown.name')
}

function checkPromise(at: PagePlace, role: RoleModel, { text, operation, page }: Promised): void {
  const { context, compilation } = at
  if ((operation === undefined) === (page === undefined)) {
    at.report('promise_source', { text })
    return
  }
  const [kind, title, name] =
    operation === undefined
      ? (['page', '页面', page ?? ''] as const)
      : (['operation', '操作', operation] as const)
  const here = at.at(kind)
  if (!here.refers(kind, title, name, kind === 'page' ? context.of('page') : compilation.operations)) return
  const access =
    kind === 'page'
      ? [context.of('page').get(name)?.value.access ?? 'anyone'].flat()
      : (compilation.operations.get(name)?.access ?? [])
  // A relation is a matter of the item: who owns none yet is promised nothing by it.
  if (isInAudience(toRoleCaller(role), access)) return
  here.report('promise_broken', {
    found: name,
    text,
    title,
    who: access.map((audience) => audienceTitle(context.roles, audience)),
    role,
  })
}
