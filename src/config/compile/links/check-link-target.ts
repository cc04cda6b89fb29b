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
  at.report(
    'button_nobody',
    `按钮只对${titlesOf(shown)}显示，但其无权打开页面“${target.id}”（${target.access.join('、')}）：请改按钮的受众或页面`,
    { found: target.id },
  )
}

/** A button called as another page is was meant to open that one; what it gives along makes a page something else. */
export function checkLabel(at: PagePlace, link: Link, label: string): void {
  const { compilation, document } = at
  const target = compilation.pages.get(link.page)
  if (!target || document.isMade || Object.keys(link.params).length > 0 || target.title.includes(label))
    return
  const [meant, ...others] = compilation.pagesByTitle.get(label) ?? []
  if (!meant || others.length > 0 || meant.id === target.id) return
  at.report(
    'button_other_page',
    `此处名为“${label}”，即页面“${meant.id}”的名称，打开的却是“${target.title}”（${target.id}）：请改名称或页面`,
    { found: target.id, expected: meant.id },
  )
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
  at.report(
    'link_access',
    `${kept.length === at.context.roles.length ? '任何人' : titlesOf(kept)}可以看到该链接，却无权打开页面“${target.id}”（${target.access.join('、')}）：请用 when 限定受众，或改链接`,
    { found: target.id },
  )
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
    at.report(
      'follow_access',
      `${titlesOf(kept)}提交后无权打开回执按钮通向的页面“${target.id}”（${target.access.join('、')}）：请换用其他页面`,
      { found: target.id },
    )
}

/** The page that is the only way to another; undefined where that is open from everywhere. */
export const entranceOf = (context: Context, page: string): string | undefined =>
  context.of('page').get(page)?.value.onlyFrom

/** `at` is where the page is named. */
export function checkEntered(at: PagePlace, page: string): void {
  const { context, head } = at
  const entrance = entranceOf(context, page)
  if (entrance === undefined || entrance === head.id || page === head.id) return
  at.report(
    'link_entrance',
    `页面“${page}”只能从“${entrance}”进入（onlyFrom），此处的链接会转到该入口：请链接到“${entrance}”，或去掉 onlyFrom`,
    { found: page, expected: entrance },
  )
}
