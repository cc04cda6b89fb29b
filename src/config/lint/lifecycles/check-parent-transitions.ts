// Checks that a submitted child either moves its parent or leaves it: for every answer, from every accepting state,
// by every submitter.

import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import type { Compiled } from '#config/pipeline/compile-model.ts'
import {
  type Audience,
  audienceTitle,
  isInAudience,
  isRelation,
  type RoleModel,
  regionalOf,
  toRoleCaller,
} from '#shared/access/roles.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'

export function checkParentTransitions(
  context: Context,
  { contentTypes, operations, dictionaries }: Compiled,
): void {
  for (const type of contentTypes) {
    const document = context.of('content').get(type.name)
    const above = contentTypes.find(({ name }) => name === refOf(type, type.parent))
    const { takes } = type
    if (!document || !takes || !above) continue
    const field = type.fields.find(({ name }) => name === takes.field)
    const codes = dictionaries.find(({ name }) => name === field?.dict)?.items ?? []
    const stays = takes.stays ?? []
    const adds = operations.filter(
      ({ content }) => content?.type === type.name && ['add', 'save'].includes(content.action),
    )
    const who = handersOf(context.roles, type.admission, adds)
    const before = context.problems.length
    if (adds.length > 0) checkCascadedTransitions(context, document, type, above, who)
    if (context.problems.length > before) continue
    const left = codes.filter(
      ({ value, label }) =>
        !Object.hasOwn(takes.steps, value) &&
        !stays.includes(value) &&
        !isOthers(context.roles, above, label, takes.steps, who),
    )
    if (left.length > 0)
      context.report(document, ['takes', 'steps'], {
        slug: 'takes_left',
        message: `“${field?.title ?? takes.field}”的${left.map(({ value, label }) => `“${label}”（${value}）`).join('、')}既不在 steps 也不在 stays 中，填写时无法选择：会改变“${above.title}”的请写入 steps，不改变的请写入 stays`,
        found: left.map(({ value }) => value).join(', '),
        key: true,
        warning: true,
      })
  }
}

/** A code that is called as a state that others take the item above to is no answer of theirs. */
function isOthers(
  roles: readonly RoleModel[],
  { lifecycle: { initial, states, transitions } }: ContentType,
  label: string,
  steps: Readonly<Record<string, string>>,
  who: Handers,
): boolean {
  const [state] = Object.entries(states).find(([, { title }]) => title === label) ?? []
  if (state === undefined) return false
  const ways = transitions.filter((step) => step.to === state)
  const usual = takersOf(transitions, Object.values(steps))
  return (
    state === initial ||
    !ways.some((step) => isForSome(roles, step, who) && step.by.some((one) => usual.includes(one)))
  )
}

/** Returns the audiences that take the item to one of the states. */
const takersOf = (transitions: readonly Transition[], states: readonly string[]): Audience[] =>
  transitions.flatMap(({ to, by }) => (states.includes(to) ? by : []))

const refOf = ({ fields }: ContentType, name: string | undefined) =>
  fields.find((field) => field.name === name)?.ref

function checkCascadedTransitions(
  context: Context,
  document: Document,
  { takes, admission: submissionPolicy }: ContentType,
  above: ContentType,
  who: Handers,
): void {
  const { states, transitions } = above.lifecycle
  const open = submissionPolicy?.states ?? Object.keys(states).filter((state) => !states[state]?.gone)
  const others = (value: string) =>
    Object.entries(takes?.steps ?? {}).flatMap(([other, state]) =>
      other === value ? [] : [takersOf(transitions, [state])],
    )
  for (const [value, to] of Object.entries(takes?.steps ?? {})) {
    const ways = transitions.filter(
      (step) => step.to === to && step.from.some((state) => open.includes(state)),
    )
    const at = ['takes', 'steps', value]
    if (ways.length === 0)
      context.report(document, at, {
        slug: 'takes_never',
        message: `只能在“${above.title}”处于${open.map((state) => `“${states[state]?.title ?? state}”`).join('、')}时提交（admission），此时却不能变为“${states[to]?.title ?? to}”，选择 ${value} 会被拒绝`,
        found: to,
      })
    else if (!ways.some((step) => isForSome(context.roles, step, who)) || isApart(ways, others(value)))
      context.report(document, at, {
        slug: 'takes_nobody',
        message: `使“${above.title}”变为“${states[to]?.title ?? to}”的流转“${ways[0]?.title ?? ''}”只由${[...new Set(ways.flatMap(({ by }) => by))].map((one) => audienceTitle(context.roles, one)).join('、')}执行，提交人均不在其中，选择 ${value} 会被拒绝`,
        found: to,
        known: openTo(transitions, open, who, context.roles).filter((state) => state !== to),
      })
  }
}

/**
 * Returns true if nobody who takes these transitions gives any of the other answers, and some audience gives all of
 * those.
 */
function isApart(ways: readonly Transition[], others: readonly (readonly Audience[])[]): boolean {
  const own = ways.flatMap(({ by }) => by)
  const [first = [], ...rest] = others
  const shared = first.filter((one) => rest.every((by) => by.includes(one)))
  return rest.length > 0 && shared.length > 0 && !own.some((one) => others.flat().includes(one))
}

/** Returns the states to which those who submit can take the item. */
const openTo = (
  transitions: readonly Transition[],
  open: readonly string[],
  who: Handers,
  roles: readonly RoleModel[],
) =>
  transitions.flatMap((step) =>
    step.from.some((state) => open.includes(state)) && isForSome(roles, step, who) ? [step.to] : [],
  )

interface Handers {
  readonly roles: readonly RoleModel[]
  /** Returns true for a relation that they can have to the parent item. */
  readonly relations: (audience: Audience) => boolean
}

/** Returns the roles that may call and are admitted, and their relations as the parent item sees them. */
function handersOf(
  all: readonly RoleModel[],
  submissionPolicy: ContentType['admission'],
  adds: readonly Operation[],
): Handers {
  const { by, not = [] } = submissionPolicy ?? {}
  const roles = all.filter((role) =>
    adds.some(
      ({ access }) =>
        (isInAudience(toRoleCaller(role), access) || access.some(isRelation)) &&
        !isInAudience(toRoleCaller(role), not) &&
        (by === undefined || by.some(isRelation) || isInAudience(toRoleCaller(role), by)),
    ),
  )
  const called = adds.flatMap(({ access }) => access)
  const free = called.filter((audience) => !isRelation(audience)).length > 0
  return {
    roles,
    relations: (audience) => {
      const below = `parent.${audience}`
      if (not.includes(below)) return false
      if (by !== undefined)
        return by.includes(below) || by.some((one) => !isRelation(one)) || !isPlain(audience)
      return free || called.includes(below) || !isPlain(audience)
    },
  }
}

/** Returns true for a relation to the item itself, not to its parent. */
const isPlain = (audience: Audience) => audience === 'owner' || audience.startsWith('party:')

const isForSome = (all: readonly RoleModel[], { by, not = [] }: Transition, who: Handers): boolean =>
  by.some((audience) => {
    if (not.includes(audience)) return false
    const regional = regionalOf(audience)
    if (isRelation(audience) && regional === undefined) return who.relations(audience)
    return who.roles.some(
      (role) =>
        all.includes(role) &&
        isInAudience(toRoleCaller(role), [regional ?? audience]) &&
        !isInAudience(toRoleCaller(role), not),
    )
  })
