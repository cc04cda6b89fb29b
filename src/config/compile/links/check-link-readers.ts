// Owns the check that whoever is shown a link opens what it leads to.

import { mayHoldFor } from '#config/compile/conditions/condition-outcomes.ts'
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { type Audience, askerOf, isInAudience, isOnlyReader, isRelation } from '#shared/access/roles.ts'
import type { Condition } from '#shared/expressions/condition.ts'

/** Of an item's own cells, rows and buttons more is known when they are drawn: the portal hides what is not for the reader. */
const STANDING = ['more', 'options', 'empty', 'links']

/** Visitors are led to sign in, and on from there; who only examines takes part in nothing, and knows. */
interface Shown {
  readonly world: { readonly context: Context }
  readonly document: Document
  readonly access?: readonly Audience[]
  readonly shownWhen?: readonly Condition[]
}

interface Target {
  readonly id: string
  readonly access: readonly Audience[]
}

export function checkFollowed(place: Shown, path: Path, target: Target): void {
  const { world, document, access, shownWhen = [] } = place
  const { context } = world
  if (
    !access ||
    !path.some((key) => STANDING.includes(String(key))) ||
    document.isMade ||
    target.access.includes('anyone') ||
    target.access.some(isRelation)
  )
    return
  const shown = context.roles.filter((role) => {
    const user = { signedIn: true, role: role.name, type: role.name }
    return isInAudience(askerOf(role), access) && shownWhen.every((when) => mayHoldFor(when, user))
  })
  const kept = shown.filter(
    (role) => !isOnlyReader(askerOf(role)) && !isInAudience(askerOf(role), target.access),
  )
  if (kept.length === 0) return
  const who = kept.length === context.roles.length ? '任何人' : kept.map(({ title }) => title).join('、')
  context.report(document, path, {
    slug: 'link_access',
    message: `${who}看得到这个链接，却打不开页面“${target.id}”（${target.access.join('、')}）：请用 when 限定谁看得到，或改链接`,
    found: target.id,
  })
}

/** Of a receipt: most of those who hand the form in open what it leads to; to one or the other it may be of no use. */
export function checkReceiptFollowed(
  { world: { context }, document }: Shown,
  path: Path,
  page: readonly Audience[],
  submit: readonly Audience[],
  target: Target | undefined,
): void {
  if (!target || [...submit, ...target.access].some(isRelation) || target.access.includes('anyone')) return
  const shown = context.roles.filter((role) => {
    const asker = askerOf(role)
    return !isOnlyReader(asker) && isInAudience(asker, page) && isInAudience(asker, submit)
  })
  const kept = shown.filter((role) => !isInAudience(askerOf(role), target.access))
  if (kept.length * 2 <= shown.length) return
  context.report(document, path, {
    slug: 'follow_access',
    message: `${kept.map(({ title }) => title).join('、')}提交之后，回执的按钮通向页面“${target.id}”，他们却打不开（${target.access.join('、')}）：请换一个页面`,
    found: target.id,
  })
}
