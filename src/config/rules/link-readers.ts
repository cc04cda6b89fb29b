// Owns the check that whoever is shown a link opens what it leads to.

import type { Condition } from '../../shared/condition.ts'
import { type Audience, askerOf, isInAudience, isOnlyReader, isRelation } from '../../shared/roles.ts'
import type { Context } from '../context.ts'
import type { Document, Path } from '../document.ts'
import { mayHoldFor } from './condition-whole.ts'

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
