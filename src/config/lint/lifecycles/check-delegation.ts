// Checks parts that may be delegated to colleagues: such parts exist, and so do people who gain by it.

import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { type Audience, audienceTitle, GRANTS, isNamed, type RoleModel } from '#shared/access/roles.ts'
import type { ContentType } from '#shared/model/content-model.ts'

/** Audiences that cannot be delegated: the owner of an item, and everybody who is signed in. */
const OWN: ReadonlySet<Audience> = new Set([
  'anyone',
  'registered',
  'participant',
  'owner',
  'parent.owner',
  'partner',
])

export function checkDelegation(context: Context, document: Document, types: readonly ContentType[]): void {
  const { roles } = context
  const [{ lifecycle } = {}] = types
  if (!lifecycle?.delegation) return
  const named = new Set(types.flatMap(audiencesOf))
  const known = new Set([...named].filter((who) => !OWN.has(who)))
  for (const [index, { part, to }] of lifecycle.delegation.entries()) {
    const report = (key: string, slug: string, message: string) =>
      context.report(document, ['delegation', index, key], { slug, message, found: part, known })
    const title = audienceTitle(roles, part)
    if (OWN.has(part))
      report('part', 'delegation_own', `${title}的事项不能委托代办：请写某个角色、权限或字段所指的一方`)
    else if (!named.has(part))
      report(
        'part',
        'delegation_part',
        `“${part}”（${title}）不办理也不查看“${lifecycle.title}”的内容，没有可委托的事项`,
      )
    if (lifecycle.delegation.findIndex((one) => one.part === part) < index)
      report('part', 'delegation_twice', `“${part}”（${title}）的委托写了两次，请合并`)
    checkColleagues(to, roles, (slug, message) => report('to', slug, message))
    const votes = lifecycle.transitions.some(({ quorum, by }) => quorum !== undefined && by.includes(part))
    if (to.length === 1 && to[0] === part && !votes)
      report('to', 'delegation_idle', `${title}本可办理，委托不起作用：流转须用 quorum，或改写其他受众`)
  }
}

function checkColleagues(
  to: readonly Audience[],
  roles: readonly RoleModel[],
  report: (slug: string, message: string) => void,
): void {
  const own = to.find((who) => OWN.has(who))
  if (own !== undefined) report('delegation_to', `代办人（to）须是角色或权限，不能是“${own}”`)
  const readers = roles.filter(
    ({ name, grants }) =>
      grants.includes(GRANTS.examine) && to.some((who) => isNamed({ id: '', role: name, grants }, who)),
  )
  if (readers.length > 0)
    report('delegation_reader', `${readers.map(({ title }) => title).join('、')}只查看不办理，不能代办`)
}

function audiencesOf({
  lifecycle: { states, transitions },
  admission: submissionPolicy,
}: ContentType): Audience[] {
  return [
    ...Object.values(states).flatMap(({ readers = [] }) => readers),
    ...transitions.flatMap(({ by }) => by),
    ...(submissionPolicy?.by ?? []),
  ]
}
