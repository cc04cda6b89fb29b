// Checks the target of a link: who sees the link may open the page, which is called and entered as the link says.

import { canMatchUser } from '#config/compile/conditions/condition-outcomes.ts'
import type { Context } from '#config/load/context.ts'
import type { Path } from '#config/load/document.ts'
import { type Place, placeAt } from '#config/load/place.ts'
import {
  type Audience,
  isInAudience,
  isOnlyReader,
  isRelation,
  type RoleModel,
  toRoleCaller,
} from '#shared/access/roles.ts'
import type { Link } from '#shared/model/page-model.ts'
import type { PageContext, WrittenPageHead } from './compile-context.ts'

const VISITOR = { signedIn: false, role: null, type: null }

/** `path` is that of the action. */
export function checkOpened(place: PageContext, path: Path, link: Link, label: string): void {
  const target = place.compilation.pages.get(link.page)
  if (!target || place.document.isMade) return
  checkTargetAccess(place, path, target)
  checkLabel(place, [...path, 'page'], link, label)
}

/** The roles that see what stands there. */
function rolesShown({ compilation, access = ['anyone'], shownWhen = [] }: PageContext): readonly RoleModel[] {
  return compilation.context.roles.filter(
    (role) =>
      isInAudience(toRoleCaller(role), access) &&
      shownWhen.every((when) => canMatchUser(when, { signedIn: true, role: role.name, type: role.name })),
  )
}

/** Visitors are led to sign in; who holds a relation to an item is known when it is drawn. */
function checkTargetAccess(place: PageContext, path: Path, target: WrittenPageHead): void {
  const { access = ['anyone'], shownWhen = [] } = place
  if (target.access.includes('anyone') || target.access.some(isRelation)) return
  if (access.includes('anyone') && shownWhen.every((when) => canMatchUser(when, VISITOR))) return
  const shown = rolesShown(place)
  if (shown.length === 0 || shown.some((role) => isInAudience(toRoleCaller(role), target.access))) return
  placeAt(place, [...path, 'page']).report(
    'button_nobody',
    `按钮只对${shown.map(({ title }) => title).join('、')}显示，但其无权打开页面“${target.id}”（${target.access.join('、')}）：请改按钮的受众或页面`,
    { found: target.id },
  )
}

/** A button called as another page is was meant to open that one; what it gives along makes a page something else. */
export function checkLabel(
  { compilation, document }: PageContext,
  path: Path,
  link: Link,
  label: string,
): void {
  const target = compilation.pages.get(link.page)
  if (!target || document.isMade || Object.keys(link.params).length > 0 || target.title.includes(label))
    return
  const meant = compilation.pagesByTitle.get(label) ?? []
  const [first] = meant
  if (!first || meant.length > 1 || first.id === target.id) return
  compilation.context.report(document, path, {
    slug: 'button_other_page',
    message: `此处名为“${label}”，即页面“${first.id}”的名称，打开的却是“${target.title}”（${target.id}）：请改名称或页面`,
    found: target.id,
    expected: first.id,
  })
}

/** Of an item's own cells, rows and buttons more is known when they are drawn: the portal hides what is not for the reader. */
const STANDING = ['more', 'options', 'empty', 'links']

/** Visitors are led to sign in, and on from there; who only examines takes part in nothing, and knows. */
export function checkFollowed(place: PageContext, path: Path, target: WrittenPageHead): void {
  const { roles } = place.compilation.context
  if (
    !place.access ||
    !path.some((key) => STANDING.includes(String(key))) ||
    place.document.isMade ||
    target.access.includes('anyone') ||
    target.access.some(isRelation)
  )
    return
  const kept = rolesShown(place).filter(
    (role) => !isOnlyReader(toRoleCaller(role)) && !isInAudience(toRoleCaller(role), target.access),
  )
  if (kept.length === 0) return
  const who = kept.length === roles.length ? '任何人' : kept.map(({ title }) => title).join('、')
  placeAt(place, path).report(
    'link_access',
    `${who}可以看到该链接，却无权打开页面“${target.id}”（${target.access.join('、')}）：请用 when 限定受众，或改链接`,
    { found: target.id },
  )
}

/** Of a receipt: most of those who hand the form in open what it leads to; to one or the other it may be of no use. */
export function checkReceiptFollowed(
  here: Place,
  page: readonly Audience[],
  submit: readonly Audience[],
  target: WrittenPageHead | undefined,
): void {
  if (!target || [...submit, ...target.access].some(isRelation) || target.access.includes('anyone')) return
  const shown = here.context.roles.filter((role) => {
    const caller = toRoleCaller(role)
    return !isOnlyReader(caller) && isInAudience(caller, page) && isInAudience(caller, submit)
  })
  const kept = shown.filter((role) => !isInAudience(toRoleCaller(role), target.access))
  if (kept.length * 2 <= shown.length) return
  here.report(
    'follow_access',
    `${kept.map(({ title }) => title).join('、')}提交后无权打开回执按钮通向的页面“${target.id}”（${target.access.join('、')}）：请换用其他页面`,
    { found: target.id },
  )
}

/** The page that is the only way to another; undefined where that is open from everywhere. */
export const entranceOf = (context: Context, page: string): string | undefined =>
  (context.of('page').get(page)?.value as { readonly onlyFrom?: string } | undefined)?.onlyFrom

/** `path` is where the page is named. */
export function checkEntered(
  { compilation: { context }, document, head }: PageContext,
  path: Path,
  page: string,
): void {
  const entrance = entranceOf(context, page)
  if (entrance === undefined || entrance === head.id || page === head.id) return
  context.report(document, path, {
    slug: 'link_entrance',
    message: `页面“${page}”只能从“${entrance}”进入（onlyFrom），此处的链接会转到该入口：请链接到“${entrance}”，或去掉 onlyFrom`,
    found: page,
    expected: entrance,
  })
}
