// Checks fallback assignees: an account has the parts that others take over, and there are people who can.

import { reads } from '#config/compile/lifecycles/check-transition-paths.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import {
  type Audience,
  audienceTitle,
  GRANTS,
  isNamed,
  isRelation,
  parentPartyAudience,
  partyField,
  type RoleModel,
  regionalOf,
} from '#shared/access/roles.ts'
import type { LifecycleState } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'

const ofAccount = (part: Audience): boolean =>
  part === 'owner' || part === 'parent.owner' || partyField(parentPartyAudience(part) ?? part) !== undefined

export function checkFallbackAssignees(
  context: Context,
  document: Document,
  types: readonly ContentType[],
): void {
  const { roles } = context
  const [{ lifecycle } = {}] = types
  if (!lifecycle?.vacancy) return
  const { states, transitions, vacancy } = lifecycle
  for (const [index, { part, to }] of vacancy.entries()) {
    const title = audienceTitle(roles, part)
    const report = (
      path: readonly (string | number)[],
      slug: string,
      message: string,
      found: string = part,
    ) => context.report(document, ['vacancy', index, ...path], { slug, message, found })
    const steps = transitions.filter(({ by }) => by.includes(part))
    if (!ofAccount(part))
      report(
        ['part'],
        'vacancy_part',
        `${title}不是单个账号，其中一人停用后仍有他人办理：请写 owner、parent.owner 或 party:字段`,
      )
    else if (steps.length === 0)
      report(
        ['part'],
        'vacancy_part',
        `“${part}”（${title}）不执行“${lifecycle.title}”的任何流转，没有可以代办的`,
      )
    if (vacancy.findIndex((one) => one.part === part) < index)
      report(['part'], 'vacancy_twice', `“${part}”（${title}）的代办人写了两次，请合并`)
    for (const [at, who] of to.entries()) {
      const wrong = wrongStandIn(roles, who)
      const acting = [...new Set(steps.flatMap(({ from }) => from))].filter((state) =>
        isShared(states[state], part),
      )
      const unread = acting.find((state) => !reads(roles, states[state]?.readers ?? ['anyone'], who))
      if (wrong) report(['to', at], 'vacancy_to', wrong, who)
      else if (unread !== undefined)
        report(
          ['to', at],
          'vacancy_unread',
          `状态“${states[unread]?.title ?? unread}”的内容，${audienceTitle(roles, who)}看不到（readers），无法代${title}办理`,
          who,
        )
    }
  }
}

/**
 * Returns true if somebody else takes part in this state and waits for the assignee. An item that the assignee alone
 * has begun concerns nobody else.
 */
function isShared(state: LifecycleState | undefined, part: Audience): boolean {
  return state?.readers === undefined || state.readers.some((who) => who !== part && isRelation(who))
}

/** Returns the reason why nobody of that audience could act for an account; undefined if they can. */
function wrongStandIn(roles: readonly RoleModel[], who: Audience): string | undefined {
  const plain = regionalOf(who) ?? who
  if (isRelation(plain) || ['anyone', 'registered', 'participant'].includes(plain))
    return `代办人（to）须是角色、权限或本地区用户，不能是“${who}”`
  const readers = roles.filter(
    ({ name, grants }) => grants.includes(GRANTS.examine) && isNamed({ id: '', role: name, grants }, plain),
  )
  if (readers.length === 0) return undefined
  return `${readers.map(({ title }) => title).join('、')}只查看不办理，不能代办`
}
