// Rules over roles: registrations and their approval, the console, order of relations.

import { findConsoleReaders, managesContent } from '#config/compile/api/operator-endpoints.ts'
import { sitePage } from '#config/compile/site/compile-site.ts'
import type { Context } from '#config/load/context.ts'
import { type Place, placeOf } from '#config/load/place.ts'
import {
  type Audience,
  audienceTitle,
  isInAudience,
  isNamed,
  isOnlyReader,
  isRelation,
  type RoleModel,
  toRoleCaller,
} from '#shared/access/roles.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { defineRule, type Lint, type Rule } from '../rule.ts'

const titlesOf = (roles: readonly RoleModel[]): string => roles.map(({ title }) => title).join('、')
const namesOf = (roles: readonly RoleModel[]): string => roles.map(({ name }) => name).join(', ')

const APPROVE = 'users.approve'
const REFUSE = 'users.refuse'

/** Registrations that need approval can be approved: by a call, and by a button beside the refusal. */
const approvals = defineRule('model', { needs: 'whole', last: true }, ({ context, roles, operationOf }) => {
  const [first, ...others] = roles.filter(({ registers }) => registers?.approval)
  if (!first) return
  const who = others.length > 0 ? `“${first.title}”等 ${others.length + 1} 类用户` : `“${first.title}”`
  if (!operationOf.has(APPROVE)) {
    const at = placeOf(context, 'roles', 'roles', ['roles', first.name, 'registers', 'approval'])
    at?.report('approval_unserved.call', { found: APPROVE, who })
    return
  }
  if (context.used.has(`operation:${APPROVE}`) || !context.used.has(`operation:${REFUSE}`)) return
  const [id] = [...context.of('page')].find(([, { text }]) => text.includes(`"${REFUSE}"`)) ?? []
  const at = placeOf(context, 'page', id, ['actions'])
  at?.report('approval_unserved.button', { found: APPROVE, key: true, who })
})

/** Each registration has one page of its own. */
const registrationPages = defineRule('model', ({ context, operations }) => {
  const pages = new Map<string, string[]>()
  for (const [id, { value }] of context.of('page')) {
    if (value.kind !== 'form' || value.submit === undefined) continue
    const operation = typeof value.submit === 'string' ? value.submit : value.submit.operation
    pages.set(operation, [...(pages.get(operation) ?? []), id])
  }
  const served = new Set(operations.flatMap(({ id, registers }) => (pages.has(id) ? [registers] : [])))
  const known = operations.flatMap(({ id, registers }) =>
    registers !== undefined && !served.has(registers) ? [id] : [],
  )
  const left = known.length > 0 ? `，而 ${known.join('、')} 没有页面办理` : ''
  // A role without a page registers in other ways, unless another registration has a page too many: that page was
  // meant for it.
  for (const { id, registers } of operations) {
    const duplicates = registers === undefined ? [] : (pages.get(id) ?? [])
    const titles = duplicates.map((one) => `“${one}”`).join('与')
    for (const page of duplicates.length < 2 ? [] : duplicates)
      placeOf(context, 'page', page, ['submit'])?.report('registration_pages', {
        found: id,
        known,
        titles,
        left,
      })
  }
})

/** Matches the addresses of the console, both of generated and of handwritten pages and calls. */
const CONSOLE = /^(?:\/newapi\/operator|\/console)\//
const EVERYBODY: readonly Audience[] = ['anyone', 'registered', 'participant']

/** Roles that may not read the console may open none of its calls and pages. */
const consoleOperations = defineRule('operation', ({ at, operation }, lint) =>
  checkConsole(at, lint, `接口“${operation.id}”`, operation),
)

const consolePages = defineRule('page', ({ at, page }, lint) =>
  checkConsole(at, lint, `页面“${page.id}”`, page),
)

function checkConsole(
  at: Place,
  { context, roles }: Lint,
  what: string,
  { path, access }: { readonly path: string; readonly access: readonly Audience[] },
): void {
  if (!CONSOLE.test(path) || at.document.isMade || !managesContent(context) || isOpenConsole(context)) return
  const readers = findConsoleReaders(context)
  const others = roles.filter(
    (role) => isInAudience(toRoleCaller(role), access) && !isInAudience(toRoleCaller(role), readers),
  )
  if (others.length > 0)
    at.at('access').report('desk_access', {
      found: access.join(', '),
      expected: readers.join(', '),
      what,
      who: access.includes('anyone') ? '任何人' : titlesOf(others),
      readers,
    })
}

/** Returns true if the console's home page, which declares who reads it, is broken or declares nobody. */
function isOpenConsole(context: Context): boolean {
  const home = sitePage(context, 'operatorHome') ?? ''
  const { access, surface } = context.of('page').get(home)?.value ?? {}
  return context.isInvalid('page', home) || (surface === 'console' && access === undefined)
}

/**
 * A call that writes names no role that its transitions do not admit, and no read-only role. A call for everybody is
 * written with a group; a role that only examines is named for the decisions that it alone makes.
 */
const writers = defineRule('operation', ({ at, operation, type }, { roles }) => {
  const { id, access, writes, personal, content } = operation
  if (!writes || personal || access.some((one) => EVERYBODY.includes(one)) || at.document.isMade) return
  const by = type?.lifecycle.transitions.filter(({ action }) => action === content?.action) ?? []
  if (by.length > 0) {
    checkTransitionAccess(
      at,
      roles,
      operation,
      by[0]?.title ?? '',
      by.flatMap((step) => step.by),
    )
    return
  }
  // A call that submits items for examination admits the read-only roles that the submission policy names.
  const decides = type?.admission?.by ?? []
  const readers = roles.filter(
    (role) =>
      isOnlyReader(toRoleCaller(role)) &&
      access.some((one) => isNamed(toRoleCaller(role), one)) &&
      !isInAudience(toRoleCaller(role), decides),
  )
  if (readers.length > 0 && content?.action !== 'bulk')
    at.at('access').report('reader_writes', { found: namesOf(readers), readers: titlesOf(readers), id })
})

function checkTransitionAccess(
  at: Place,
  roles: readonly RoleModel[],
  { id, access }: Operation,
  title: string,
  by: readonly Audience[],
): void {
  // Transitions that nobody takes are reported there.
  if (by.length === 0 || by.some((one) => EVERYBODY.includes(one))) return
  // Participants may have the relation that a transition names; read-only roles never do.
  const isRelated = by.some(isRelation)
  const isAmong = (role: RoleModel, some: readonly Audience[]) =>
    some.some((one) => isNamed(toRoleCaller(role), one))
  const idle = roles.filter(
    (role) => isAmong(role, access) && !isAmong(role, by) && (!isRelated || isOnlyReader(toRoleCaller(role))),
  )
  if (idle.length > 0)
    at.at('access').report('step_access', {
      found: namesOf(idle),
      id,
      who: titlesOf(idle),
      title,
      by: [...new Set(by)].map((one) => audienceTitle(roles, one)),
    })
}

/** In relations of which the first match wins, no entry is made unreachable by earlier ones. */
const relationOrder = defineRule(
  'operation',
  { needs: 'whole' },
  ({ at, operation: { content }, type }, { roles }) => {
    if (!type) return
    for (const [relation, rule] of Object.entries(content?.standing ?? {})) {
      if (Array.isArray(rule)) continue
      const entries = Object.entries(rule as Readonly<Record<string, readonly Audience[]>>)
      const [unreachable] = findUnreachable(roles, entries)
      if (!unreachable) continue
      const { name, by, audiences, all, index } = unreachable
      const isWhole = audiences.length === all.length
      at.at('standing', relation, ...(isWhole ? [by] : [name, index])).report('standing_order', {
        found: by,
        key: isWhole,
        name,
        audiences,
        consequence: isWhole ? `“${name}”不会生效` : `写在“${name}”中不起作用`,
      })
    }
  },
)

/** Returns the entries of which earlier ones take some audience, those that nobody reaches first. */
function findUnreachable(
  roles: readonly RoleModel[],
  entries: readonly (readonly [string, readonly Audience[]])[],
) {
  const found = entries.flatMap(([name, all], order) => {
    const earlier = entries.slice(0, order)
    const before = earlier.flatMap(([, audiences]) => audiences)
    const audiences = all.filter((audience) => isCovered(roles, audience, before))
    const [first] = audiences
    if (first === undefined) return []
    const [by = ''] = earlier.find(([, some]) => isCovered(roles, first, some)) ?? earlier[0] ?? []
    return [{ name, by, index: all.indexOf(first), audiences, all }]
  })
  return found.toSorted(
    (a, b) => Number(b.audiences.length === b.all.length) - Number(a.audiences.length === a.all.length),
  )
}

/** Returns true if everybody in the audience is among the others, whatever the item. */
function isCovered(roles: readonly RoleModel[], audience: Audience, others: readonly Audience[]): boolean {
  if (others.includes(audience)) return true
  const meant = isRelation(audience)
    ? roles
    : roles.filter((role) => isInAudience(toRoleCaller(role), [audience]))
  return meant.length > 0 && meant.every((role) => isInAudience(toRoleCaller(role), others))
}

export const roleRules: readonly Rule[] = [
  consoleOperations,
  consolePages,
  writers,
  registrationPages,
  relationOrder,
  approvals,
]
