// Owns the rules that a button that opens a page is shown to somebody who opens it, and is called what the page is.

import { mayHoldFor } from '#config/compile/conditions/condition-outcomes.ts'
import type { Path } from '#config/load/document.ts'
import { askerOf, isInAudience, isRelation } from '#shared/access/roles.ts'
import type { Link } from '#shared/model/page-model.ts'
import type { PageHead, Place } from './compile-context.ts'

const VISITOR = { signedIn: false, role: null, type: null }

/** `path` is that of the action. */
export function checkOpened(place: Place, path: Path, link: Link, label: string): void {
  const target = place.world.pages.get(link.page)
  if (!target || place.document.isMade) return
  checkShownTo(place, path, target)
  checkLabel(place, [...path, 'page'], link, label)
}

/** Visitors are led to sign in; who holds a relation to an item is known when it is drawn. */
function checkShownTo(
  { world, document, access = ['anyone'], shownWhen = [] }: Place,
  path: Path,
  target: PageHead,
): void {
  if (target.access.includes('anyone') || target.access.some(isRelation)) return
  if (access.includes('anyone') && shownWhen.every((when) => mayHoldFor(when, VISITOR))) return
  const shown = world.context.roles.filter(
    (role) =>
      isInAudience(askerOf(role), access) &&
      shownWhen.every((when) => mayHoldFor(when, { signedIn: true, role: role.name, type: role.name })),
  )
  if (shown.length === 0 || shown.some((role) => isInAudience(askerOf(role), target.access))) return
  world.context.report(document, [...path, 'page'], {
    slug: 'button_nobody',
    message: `按钮只给${shown.map(({ title }) => title).join('、')}看，他们却打不开页面“${target.id}”（${target.access.join('、')}），这个按钮谁也用不上`,
    found: target.id,
  })
}

/** A button called as another page is was meant to open that one; what it gives along makes a page something else. */
export function checkLabel({ world, document }: Place, path: Path, link: Link, label: string): void {
  const target = world.pages.get(link.page)
  if (!target || document.isMade || Object.keys(link.params).length > 0 || target.title.includes(label))
    return
  const meant = world.pagesByTitle.get(label) ?? []
  const [first] = meant
  if (!first || meant.length > 1 || first.id === target.id) return
  world.context.report(document, path, {
    slug: 'button_other_page',
    message: `这里叫“${label}”，那是页面“${first.id}”的名称，打开的却是“${target.title}”（${target.id}）`,
    found: target.id,
    expected: first.id,
  })
}
