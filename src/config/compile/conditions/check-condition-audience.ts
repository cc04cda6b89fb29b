// Checks that a condition on users matches at least one user who may open the page.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { type Audience, isInAudience, isRelation, toRoleCaller } from '#shared/access/roles.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import { canMatchUser } from './condition-outcomes.ts'

interface CheckContext {
  readonly compilation: { readonly context: Context }
  readonly document: Document
  readonly access?: readonly Audience[]
  readonly shownWhen?: readonly Condition[]
}

const VISITOR = { signedIn: false, role: null, type: null, black: false }

/** Blocked or not. */
const toUsers = ({ name }: { readonly name: string }) =>
  [false, true].map((black) => ({ signedIn: true, id: name, role: name, type: name, black }))

/** `path` is that of the condition. */
export function checkConditionAudience(
  { compilation: { context }, document, access, shownWhen = [] }: CheckContext,
  path: Path,
  condition: Condition,
): void {
  if (!access || access.some(isRelation) || document.isMade) return
  const users = [
    ...(access.includes('anyone') ? [VISITOR] : []),
    ...context.roles.filter((role) => isInAudience(toRoleCaller(role), access)).flatMap(toUsers),
  ]
  const all = [...shownWhen, condition]
  if (users.length === 0 || users.some((user) => all.every((when) => canMatchUser(when, user)))) return
  // A condition that matches no user at all is a contradiction, which is reported on its own.
  const everybody = [VISITOR, ...context.roles.flatMap(toUsers)]
  if (!everybody.some((user) => canMatchUser(condition, user))) return
  context.report(document, path, {
    slug: 'shown_nobody',
    message: `可打开该页面的受众（${access.join('、')}）均不符合此条件，所限定的内容无人可见：请改正条件，或放宽页面的 access`,
    found: JSON.stringify(condition),
    key: true,
  })
}
