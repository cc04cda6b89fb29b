// Rules over what items do to their parent: a submitted child moves it or leaves it, a transition advances its field.

import type { Place } from '#config/load/place.ts'
import {
  type Audience,
  audienceTitle,
  isInAudience,
  isRelation,
  type RoleModel,
  regionalOf,
  toRoleCaller,
} from '#shared/access/roles.ts'
import type { EffectValue } from '#shared/lifecycles/effects.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Advance } from '#shared/model/parent-advance.ts'
import { defineRule, listOf, type Rule } from '../rule.ts'

/** A submitted child moves its parent or leaves it: for every answer, from every accepting state, by every submitter. */
const submissions = defineRule({
  codes: ['takes_never', 'takes_nobody', 'takes_left'],
  on: 'type',
  needs: 'whole',
  check({ at: place, type, parent }, { roles, operations, dictionaries, context }) {
    const { takes } = type
    if (!takes || !parent) return
    const at = place.at('takes', 'steps')
    const field = type.fields.find(({ name }) => name === takes.field)
    const codes = dictionaries.find(({ name }) => name === field?.dict)?.items ?? []
    const adds = operations.filter(
      ({ content }) => content?.type === type.name && ['add', 'save'].includes(content.action),
    )
    const who = handersOf(roles, type.admission, adds)
    const before = context.problems.length
    if (adds.length > 0) checkCascadedTransitions(at, type, parent, who, roles)
    if (context.problems.length > before) return
    const left = codes.filter(
      ({ value, label }) =>
        !Object.hasOwn(takes.steps, value) &&
        !takes.stays?.includes(value) &&
        !isOthers(roles, parent, label, takes.steps, who),
    )
    if (left.length > 0)
      at.report(
        'takes_left',
        `“${field?.title ?? takes.field}”的${left.map(({ value, label }) => `“${label}”（${value}）`).join('、')}既不在 steps 也不在 stays 中，填写时无法选择：会改变“${parent.title}”的请写入 steps，不改变的请写入 stays`,
        { found: left.map(({ value }) => value).join(', '), key: true },
      )
  },
})

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

function checkCascadedTransitions(
  at: Place,
  { takes, admission }: ContentType,
  above: ContentType,
  who: Handers,
  roles: readonly RoleModel[],
): void {
  const { states, transitions } = above.lifecycle
  const open = admission?.states ?? Object.keys(states).filter((state) => !states[state]?.gone)
  const others = (value: string) =>
    Object.entries(takes?.steps ?? {}).flatMap(([other, state]) =>
      other === value ? [] : [takersOf(transitions, [state])],
    )
  for (const [value, to] of Object.entries(takes?.steps ?? {})) {
    const ways = transitions.filter(
      (step) => step.to === to && step.from.some((state) => open.includes(state)),
    )
    const stateTitle = (state: string) => states[state]?.title ?? state
    if (ways.length === 0)
      at.at(value).report(
        'takes_never',
        `只能在“${above.title}”处于${listOf(open.map(stateTitle))}时提交（admission），此时却不能变为“${stateTitle(to)}”，选择 ${value} 会被拒绝`,
        { found: to },
      )
    else if (!ways.some((step) => isForSome(roles, step, who)) || isApart(ways, others(value)))
      at.at(value).report(
        'takes_nobody',
        `使“${above.title}”变为“${stateTitle(to)}”的流转“${ways[0]?.title ?? ''}”只由${[...new Set(ways.flatMap(({ by }) => by))].map((one) => audienceTitle(roles, one)).join('、')}执行，提交人均不在其中，选择 ${value} 会被拒绝`,
        { found: to, known: openTo(transitions, open, who, roles).filter((state) => state !== to) },
      )
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

/**
 * The values that the parent's field may have while the item is in a state; undefined if others may have written
 * anything.
 */
type PossibleValues = ReadonlySet<string> | undefined

/** A transition that advances the parent finds it at a value from which it may be advanced. */
const advances = defineRule({
  codes: ['advance_never'],
  on: 'type',
  needs: 'whole',
  check({ at, type, parent: above }, { dictionaries }) {
    for (const [action, { field: name, from, to }] of Object.entries((above && type.advances) ?? {})) {
      const field = above?.fields.find((one) => one.name === name)
      // The field may have any value if its owner writes it, or if a transition of the parent takes it from
      // elsewhere.
      const written = above ? writtenBy(above, name, type.admission?.states) : []
      if (field?.from !== 'step' || written.some((value) => typeof value !== 'string')) continue
      const held = findPossibleValues(type, name)
      const steps = type.lifecycle.transitions.filter((step) => step.action === action)
      const before = steps.flatMap((step) => step.from).map((state) => held.get(state))
      if (before.includes(undefined) || before.every((values) => !values?.size)) continue
      const values = new Set([...written.map(String), ...before.flatMap((one) => [...(one ?? [])])])
      if (from.some((value) => value !== to && values.has(value))) continue
      const items = dictionaries.find((one) => one.name === field.dict)?.items ?? []
      const titled = (value: string) => items.find((item) => item.value === value)?.label ?? value
      at.at('advances', action).report(
        'advance_never',
        `流转“${steps[0]?.title ?? action}”之前“${above?.title}”的“${field.title}”已是${listOf([...values].map(titled))}，此处却从${listOf(from.map(titled))}改为“${titled(to)}”，不会生效：请检查 from 与 to`,
        { found: action, key: true },
      )
    }
  },
})

/**
 * Returns the values that transitions of the parent write. `states`: the states in which children may be submitted;
 * undefined means any.
 */
const writtenBy = (
  { lifecycle: { transitions } }: ContentType,
  field: string,
  states: readonly string[] | undefined,
): EffectValue[] =>
  transitions.flatMap(({ from, do: effects = [] }) =>
    states === undefined || from.some((state) => states.includes(state))
      ? effects.flatMap((effect) =>
          'set' in effect
            ? Object.entries(effect.set).flatMap(([name, value]) => (name === field ? [value] : []))
            : [],
        )
      : [],
  )

/** Returns the values that the field may have after the transition. */
const endsOf = ({ to, in: among = {} }: Advance): string[] => [to, ...Object.values(among)]

/** By state, over all ways that lead there. */
function findPossibleValues(
  { lifecycle: { initial, transitions }, advances = {} }: ContentType,
  field: string,
) {
  const held = new Map<string, PossibleValues>([[initial, undefined]])
  /** Returns true if the state may have more values than was known. */
  const add = (state: string, values: PossibleValues): boolean => {
    const known = held.get(state)
    const next = !held.has(state) ? values : known && values && new Set([...known, ...values])
    if (held.has(state) && next?.size === known?.size) return false
    held.set(state, next)
    return true
  }
  for (let changed = true; changed; ) {
    changed = false
    for (const { action, from, to, back = [] } of transitions) {
      const advance = advances[action]?.field === field ? advances[action] : undefined
      for (const state of from.filter((state) => held.has(state))) {
        const after: PossibleValues = advance ? new Set(endsOf(advance)) : held.get(state)
        for (const end of [to, ...back]) changed = add(end, after) || changed
      }
    }
  }
  return held
}

export const parentMoveRules: readonly Rule[] = [advances, submissions]
