// Rules over people who act for others: parts that may be delegated, fallback assignees, readers in each state.

import { reads } from '#config/compile/lifecycles/check-transition-paths.ts'
import { type Finding, Place } from '#config/load/place.ts'
import {
  type Audience,
  audienceTitle,
  GRANTS,
  isForMembers,
  isInAudience,
  isNamed,
  isRelation,
  parentPartyAudience,
  partyField,
  type RoleModel,
  regionalOf,
  toRoleCaller,
} from '#shared/access/roles.ts'
import type { LifecycleState } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import { defineRule, type Lint, type Rule } from '../rule.ts'

/** Audiences that cannot be delegated: the owner of an item, and everybody who is signed in. */
const OWN: readonly Audience[] = ['anyone', 'registered', 'participant', 'owner', 'parent.owner', 'partner']

/** Returns the titles of the roles in an audience that only examine; undefined if there is none. */
function examinersIn(roles: readonly RoleModel[], audiences: readonly Audience[]): string | undefined {
  const readers = roles.filter(
    ({ name, grants }) =>
      grants.includes(GRANTS.examine) &&
      audiences.some((who) => isNamed({ id: '', role: name, grants }, who)),
  )
  return readers.length === 0 ? undefined : readers.map(({ title }) => title).join('、')
}

/** Parts that may be delegated to colleagues exist, and so do people who gain by it. */
const delegation = defineRule('lifecycle', ({ at, lifecycle, users }, { roles }) => {
  const { delegation: parts = [], states, transitions } = lifecycle
  const named = new Set([
    ...Object.values(states).flatMap(({ readers = [] }) => readers),
    ...transitions.flatMap(({ by }) => by),
    ...users.flatMap(({ admission }) => admission?.by ?? []),
  ])
  const known = [...named].filter((who) => !OWN.includes(who))
  for (const [index, { part, to }] of parts.entries()) {
    const [fromPlace, toPlace] = [at.at('delegation', index, 'part'), at.at('delegation', index, 'to')]
    const more = { found: part, known }
    const title = audienceTitle(roles, part)
    if (OWN.includes(part)) fromPlace.report('delegation_own', { ...more, title })
    else if (!named.has(part)) fromPlace.report('delegation_part', { ...more, part, title, lifecycle })
    if (parts.findIndex((one) => one.part === part) < index)
      fromPlace.report('delegation_twice', { ...more, part, title })
    const own = to.find((who) => OWN.includes(who))
    if (own !== undefined) toPlace.report('delegation_to', { ...more, own })
    const readers = examinersIn(roles, to)
    if (readers) toPlace.report('delegation_reader', { ...more, readers })
    const votes = transitions.some(({ quorum, by }) => quorum !== undefined && by.includes(part))
    if (to.length === 1 && to[0] === part && !votes) toPlace.report('delegation_idle', { ...more, title })
  }
})

/** Correctors edit: not beside editors, who edit another way, and not those who only examine. */
const correctors = defineRule('lifecycle', ({ at, lifecycle }, { roles }) => {
  const { correctors: named = [], editors } = lifecycle
  if (named.length === 0) return
  if (editors) at.at('correctors').report('corrector_kind.both')
  const readers = examinersIn(roles, named)
  if (readers) at.at('correctors').report('corrector_kind.reader', { readers })
})

const isOfAccount = (part: Audience): boolean =>
  part === 'owner' || part === 'parent.owner' || partyField(parentPartyAudience(part) ?? part) !== undefined

/** An account has the parts that fallback assignees take over, and there are people who can. */
const fallbackAssignees = defineRule('lifecycle', ({ at, lifecycle }, { roles }) => {
  const { states, transitions, vacancy = [] } = lifecycle
  for (const [index, { part, to }] of vacancy.entries()) {
    const title = audienceTitle(roles, part)
    const place = at.at('vacancy', index, 'part')
    const values = { found: part, title, lifecycle }
    const steps = transitions.filter(({ by }) => by.includes(part))
    if (!isOfAccount(part)) place.report('vacancy_part.many', values)
    else if (steps.length === 0) place.report('vacancy_part.idle', values)
    if (vacancy.findIndex((one) => one.part === part) < index) place.report('vacancy_twice', values)
    const acting = steps.flatMap(({ from }) => from).filter((state) => isShared(states[state], part))
    for (const [order, who] of to.entries()) {
      const wrong = wrongStandIn(roles, who)
      const unread = acting.find((state) => !reads(roles, states[state]?.readers ?? ['anyone'], who))
      const standIn = at.at('vacancy', index, 'to', order)
      if (wrong) standIn.report(...wrong)
      else if (unread !== undefined)
        standIn.report('vacancy_unread', {
          found: who,
          state: states[unread]?.title ?? unread,
          who: audienceTitle(roles, who),
          title,
        })
    }
  }
})

/**
 * Returns true if somebody else takes part in this state and waits for the assignee. An item that the assignee alone
 * has begun concerns nobody else.
 */
const isShared = (state: LifecycleState | undefined, part: Audience): boolean =>
  state?.readers === undefined || state.readers.some((who) => who !== part && isRelation(who))

/** Returns the reason why nobody of that audience could act for an account; undefined if they can. */
function wrongStandIn(roles: readonly RoleModel[], who: Audience): Finding | undefined {
  const plain = regionalOf(who) ?? who
  if (isRelation(plain) || MANY.includes(plain)) return ['vacancy_to.audience', { found: who }]
  const readers = examinersIn(roles, [plain])
  return readers ? ['vacancy_to.reader', { found: who, readers }] : undefined
}

const MANY: readonly Audience[] = ['anyone', 'registered', 'participant']
const READING: readonly string[] = ['list', 'info', 'statistic', 'facets', 'neighbours', 'related']

/** Every audience that may call for items of a type reads them in some state. */
const readersOfStates = defineRule('type', { needs: 'whole' }, ({ at, type }, lint) => {
  const { roles, operations, contentTypes, context } = lint
  const unread = operations
    .filter(({ content }) => content?.type === type.name && READING.includes(content.action))
    .flatMap((operation) =>
      operation.access
        .filter((audience) => isNobody(lint, type, operation, audience))
        .map((audience) => ({ audience, operation })),
    )
  const [first] = unread
  if (!first) return
  const { audience, operation } = first
  const { states, name } = type.lifecycle
  const lifecycle = context.of('lifecycle').get(name)
  const open = Object.keys(states).filter((state) => !states[state]?.gone)
  const isOnly = contentTypes.filter((one) => one.lifecycle.name === name).length === 1
  // If one type alone uses the lifecycle and one state remains, the readers are declared in that state.
  const place =
    lifecycle && isOnly && open.length === 1
      ? new Place(context, lifecycle, ['states', open[0] ?? '', 'readers'])
      : at.at('endpoints', operation.id.slice(type.name.length + 1), 'access')
  const who = [...new Set(unread.map((one) => one.audience))].map((one) => audienceTitle(roles, one))
  place.report('reader_nothing', { found: audience, who, operation, type })
})

/** Only of a role or a grant it is known who belongs to it, and of relations that some role cannot have them. */
function isNobody(
  { roles: all, operations }: Lint,
  { name: own, lifecycle, parent }: ContentType,
  { content }: Operation,
  audience: Audience,
): boolean {
  if (isRelation(audience) || MANY.includes(audience)) return false
  const roles = all.filter((role) => isInAudience(toRoleCaller(role), [audience]))
  const only = content?.fixed.status
  const states = Object.entries(lifecycle.states).filter(([name, { gone: isDeleted }]) =>
    only === undefined ? !isDeleted : name === only,
  )
  const writes = operations.filter(
    (operation) => operation.content?.type === own && ['add', 'save'].includes(operation.content.action),
  )
  const may = (role: RoleModel, reader: Audience): boolean => {
    const regional = regionalOf(reader)
    if (regional !== undefined) return isInAudience(toRoleCaller(role), [regional])
    if (reader === 'owner')
      return writes.length === 0 || writes.some(({ access }) => isInAudience(toRoleCaller(role), access))
    // The parent, the children or fields of the item decide who belongs to the other relations.
    if (isRelation(reader)) return reader !== 'parent.owner' || parent !== undefined
    return isInAudience(toRoleCaller(role), [reader])
  }
  return (
    roles.length > 0 &&
    states.length > 0 &&
    states.every(
      ([, { readers, applicants }]) =>
        readers !== undefined && !applicants && !roles.some((role) => readers.some((one) => may(role, one))),
    )
  )
}

/** A call that lists one state alone is for readers of that state: for others it is always empty. */
const readersOfFixedState = defineRule(
  'operation',
  { needs: 'whole' },
  ({ at, operation: { id, access, content }, type }, { roles }) => {
    const { fixed = {}, action = '' } = content ?? {}
    if (!type || !READING.includes(action) || typeof fixed.status !== 'string') return
    const all = type.lifecycle.states
    const states = fixed.status.split(',').flatMap((state) => all[state] ?? [])
    const isShutTo = ({ readers = ['anyone'] }: LifecycleState) =>
      access.includes('anyone')
        ? !readers.includes('anyone')
        : isForMembers(access) && !isForMembers(readers) && !readers.some((one) => isRelation(one))
    if (states.length === 0 || !states.every(isShutTo)) return
    const who = audienceTitle(roles, access.find((one) => MANY.includes(one)) ?? '')
    const readers = new Set(states.flatMap((state) => state.readers ?? []))
    const read = [...readers].map((one) => audienceTitle(roles, one)).join('、') || '无'
    const open = Object.keys(all).filter((one) => all[one]?.public)
    at.at('fixed', 'status').report('fixed_unread', {
      found: fixed.status,
      id,
      who,
      type,
      states: states.map((state) => state.title),
      read,
      open: open.length > 0 ? `（如 ${open.join('、')}）` : '',
    })
  },
)

export const peopleRules: readonly Rule[] = [
  correctors,
  delegation,
  fallbackAssignees,
  readersOfFixedState,
  readersOfStates,
]
