// Checks that the users who see a link may open its target.

import { canMatchUser } from '#config/compile/conditions/condition-outcomes.ts'
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { type Audience, isInAudience, isOnlyReader, isRelation, toRoleCaller } from '#shared/access/roles.ts'
import type { Condition } from '#shared/expressions/condition.ts'

/** Of an item's own cells, rows and buttons more is known when they are drawn: the portal hides what is not for the reader. */
const STANDING = ['more', 'options', 'empty', 'links']

/** Visitors are led to sign in, and on from there; who only examines takes part in nothing, and knows. */
interface LinkContext {
  readonly compilation: { readonly context: Context }
  readonly document: Document
  readonly access?: readonly Audience[]
  readonly shownWhen?: readonly Condition[]
}

interface Target {
  readonly id: string
  readonly access: readonly Audience[]
}

export function checkFollowed(place: LinkContext, path: Path, target: Target): void {
  const { compilation, document, access, shownWhen = [] } = place
  const { context } = compilation
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
    return isInAudience(toRoleCaller(role), access) && shownWhen.every((when) => canMatchUser(when, user))
  })
  const kept = shown.filter(
    (role) => !isOnlyReader(toRoleCaller(role)) && !isInAudience(toRoleCaller(role), target.access),
  )
  if (kept.length === 0) return
  const who = kept.length === context.roles.length ? '任何人' : kept.map(({ title }) => title).join('、')
  context.report(document, path, {
    slug: 'link_access',
    message: `${who}可以看到该链接，却无权打开页面“${target.id}”（${target.access.join('、')}）：请用 when 限定受众，或改链接`,
    found: target.id,
  })
}

/** Of a receipt: most of those who hand the form in open what it leads to; to one or the other it may be of no use. */
export function checkReceiptFollowed(
  { compilation: { context }, document }: LinkContext,
  path: Path,
  page: readonly Audience[],
  submit: readonly Audience[],
  target: Target | undefined,
): void {
  if (!target || [...submit, ...target.access].some(isRelation) || target.access.includes('anyone')) return
  const shown = context.roles.filter((role) => {
    const caller = toRoleCaller(role)
    return !isOnlyReader(caller) && isInAudience(caller, page) && isInAudience(caller, submit)
  })
  const kept = shown.filter((role) => !isInAudience(toRoleCaller(role), target.access))
  if (kept.length * 2 <= shown.length) return
  context.report(document, path, {
    slug: 'follow_access',
    message: `${kept.map(({ title }) => title).join('、')}提交后无权打开回执按钮通向的页面“${target.id}”（${target.access.join('、')}）：请换用其他页面`,
    found: target.id,
  })
}
