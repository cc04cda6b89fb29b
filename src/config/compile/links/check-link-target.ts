// Checks the target of a link: who sees the link may open the page, which is called and entered as the link says.

import { canMatchUser } from '#config/compile/conditions/condition-outcomes.ts'
import type { Context } from '#config/load/context.ts'
import {
  type Audience,
  isInAudience,
  isOnlyReader,
  isRelation,
  type RoleModel,
  toRoleCaller,
} from '#shared/access/roles.ts'
import type { Link } from '#shared/model/page-model.ts'
import type { PagePlace, WrittenPageHead } from './compile-context.ts'

const VISITOR = { signedIn: false, role: null, type: null }

/** `at` is that of the action. */
export function checkOpened(at: PagePlace, link: Link, label: string): void {
  const target = at.compilation.pages.get(link.page)
  if (!target || at.document.isMade) return
  checkTargetAccess(at.at('page'), target)
  checkLabel(at.at('page'), link, label)
}

const titlesOf = (roles: readonly RoleModel[]): string => roles.map(({ title }) => title).join('、')

/** The roles that see what stands there. */
function rolesShown({ context, access = ['anyone'], shownWhen = [] }: PagePlace): readonly RoleModel[] {
  return context.roles.filter(
    (role) =>
      isInAudience(toRoleCaller(role), access) &&
      shownWhen.every((when) => canMatchUser(when, { signedIn: true, role: role.name, type: role.name })),
  )
}

/** Visitors are led to sign in; who holds a relation to an item is known when it is drawn. */
function checkTargetAccess(at: PagePlace, target: WrittenPageHead): void {
  const { access = ['anyone'], shownWhen = [] } = at
  if (target.access.includes('anyone') || target.access.some(isRelation)) return
  if (access.includes('anyone') && shownWhen.every((when) => canMatchUser(when, VISITOR))) return
  const shown = rolesShown(at)
  if (shown.length === 0 || shown.some((role) => isInAudience(toRoleCaller(role), target.access))) return
  at.report('button_nobody', { found: target.id, who: titlesOf(shown), target })
}

/** A button called as another page is was meant to open that one; what it gives along makes a page something else. */
export function checkLabel(at: PagePlace, link: Link, label: string): void {
  const { compilation, document } = at
  const target = compilation.pages.get(link.page)
  if (!target || document.isMade || Object.keys(link.params).length > 0 || target.title.includes(label))
    return
  const [meant, ...others] = compilation.pagesByTitle.get(label) ?? []
  if (!meant || others.length > 0 || meant.id === target.id) return
  at.report('button_other_page', { found: target.id, expected: meant.id, label, target })
}

/** Of an item's own cells, rows and buttons more is known when they are drawn: the portal hides what is not for the reader. */
const STANDING = ['more', 'options', 'empty', 'links']

/** Visitors are led to sign in, and on from there; who only examines takes part in nothing, and knows. */
export function checkFollowed(at: PagePlace, target: WrittenPageHead): void {
  if (
    !at.access ||
    !at.path.some((key) => STANDING.includes(String(key))) ||
    at.document.isMade ||
    target.access.includes('anyone') ||
    target.access.some(isRelation)
  )
    return
  const kept = rolesShown(at).filter(
    (role) => !isOnlyReader(toRoleCaller(role)) && !isInAudience(toRoleCaller(role), target.access),
  )
  if (kept.length === 0) return
  at.report('link_access', {
    found: target.id,
    who: kept.length === at.context.roles.length ? '任何人' : titlesOf(kept),
    target,
  })
}

/** Of a receipt: most of those who hand the form in open what it leads to; to one or the other it may be of no use. */
export function checkReceiptFollowed(
  at: PagePlace,
  submit: readonly Audience[],
  target: WrittenPageHead | undefined,
): void {
  const { context, access = [] } = at
  if (!target || [...submit, ...target.access].some(isRelation) || target.access.includes('anyone')) return
  const shown = context.roles.filter((role) => {
    const caller = toRoleCaller(role)
    return !isOnlyReader(caller) && isInAudience(caller, access) && isInAudience(caller, submit)
  })
  const kept = shown.filter((role) => !isInAudience(toRoleCaller(role), target.access))
  if (kept.length * 2 > shown.length)
    at.report('follow_access', { found: target.id, who: titlesOf(kept), target })
}

/** The page that is the only way to another; undefined where that is open from everywhere. */
export const entranceOf = (context: Context, page: string): string | undefined =>
  context.of('page').get(page)?.value.onlyFrom

/** `at` is where the page is named. */
export function checkEntered(at: PagePlace, page: string): void {
  const { context, head } = at
  const entrance = entranceOf(context, page)
  if (entrance === undefined || entrance === head.id || page === head.id) return
  at.report('link_entrance', { found: page, expected: entrance })
}
