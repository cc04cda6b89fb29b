// Checks that a button which opens a page is shown to somebody who may open it, and bears the page's name.

import { canMatchUser } from '#config/compile/conditions/condition-outcomes.ts'
import type { Path } from '#config/load/document.ts'
import { isInAudience, isRelation, toRoleCaller } from '#shared/access/roles.ts'
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

/** Visitors are led to sign in; who holds a relation to an item is known when it is drawn. */
function checkTargetAccess(
  { compilation, document, access = ['anyone'], shownWhen = [] }: PageContext,
  path: Path,
  target: WrittenPageHead,
): void {
  if (target.access.includes('anyone') || target.access.some(isRelation)) return
  if (access.includes('anyone') && shownWhen.every((when) => canMatchUser(when, VISITOR))) return
  const shown = compilation.context.roles.filter(
    (role) =>
      isInAudience(toRoleCaller(role), access) &&
      shownWhen.every((when) => canMatchUser(when, { signedIn: true, role: role.name, type: role.name })),
  )
  if (shown.length === 0 || shown.some((role) => isInAudience(toRoleCaller(role), target.access))) return
  compilation.context.report(document, [...path, 'page'], {
    slug: 'button_nobody',
    message: `按钮只对${shown.map(({ title }) => title).join('、')}显示，但其无权打开页面“${target.id}”（${target.access.join('、')}）：请改按钮的受众或页面`,
    found: target.id,
  })
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
