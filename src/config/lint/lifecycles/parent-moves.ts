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
import { defineRule, type Lint, listOf, type Rule } from '../rule.ts'

const addsOf = ({ operations }: Lint, { name }: ContentType): Operation[] =>
  operations.filter(({ content }) => content?.type === name && ['add', 'save'].includes(content.action))

/** Somebody can submit under some item: in a state that is there, with values that are not all excepted. */
const admissions = defineRule('type', { needs: 'whole' }, ({ at, type, parent }, lint) => {
  const { admission } = type
  if (!admission || !parent) return
  const { states, by = [], not = [], except = {} } = admission
  const excepted = parent.fields.find(({ name, required, schema }) => {
    const codes = schema.enum as readonly string[] | undefined
    return required && codes?.every((code) => except[name]?.includes(code))
  })
  const adds = addsOf(lint, type)
  const callers = adds.length > 0 ? handersOf(lint.roles, admission, adds).roles : lint.roles
  const reasons: readonly (readonly [applies: boolean, why: string])[] = [
    [states.every((state) => parent.lifecycle.states[state]?.gone), 'states 中的状态都已不存在'],
    [excepted !== undefined, `except 排除了“${excepted?.title}”的全部取值`],
    [by.length > 0 && by.every((one) => not.includes(one)), 'by 中的人都写在 not 中'],
    [callers.length === 0, '能调用提交接口的人都不符合 by 与 not'],
  ]
  const [, why] = reasons.find(([applies]) => applies) ?? []
  if (why) at.at('admission').report('admission_never', { key: true, type, why })
})

/** A submitted child moves its parent or leaves it: for every answer, from every accepting state, by every submitter. */
const submissions = defineRule('type', { needs: 'whole' }, ({ at: place, type, parent }, lint) => {
  const { roles, dictionaries, context } = lint
  const { takes } = type
  if (!takes || !parent) return
  const at = place.at('takes', 'steps')
  const field = type.fields.find(({ name }) => name === takes.field)
  const codes = dictionaries.find(({ name }) => name === field?.dict)?.items ?? []
  const adds = addsOf(lint, type)
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
    at.report('takes_left', {
      found: left.map(({ value }) => value).join(', '),
      key: true,
      field: field?.title ?? takes.field,
      left: left.map(({ value, label }) => `“${label}”（${value}）`),
      parent,
    })
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
      at.at(value).report('takes_never.now', {
        found: to,
        above,
        states: listOf(open.map(stateTitle)),
        to: stateTitle(to),
        value,
      })
    else if (!ways.some((step) => isForSome(roles, step, who)) || isApart(ways, others(value)))
      at.at(value).report('takes_nobody', {
        found: to,
        known: openTo(transitions, open, who, roles).filter((state) => state !== to),
        above,
        to: stateTitle(to),
        step: ways[0]?.title ?? '',
        who: [...new Set(ways.flatMap(({ by }) => by))].map((one) => audienceTitle(roles, one)),
        value,
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

/**
 * The values that the parent's field may have while the item is in a state; undefined if others may have written
 * anything.
 */
type PossibleValues = ReadonlySet<string> | undefined

/** A transition that advances the parent finds it at a value from which it may be advanced. */
const advances = defineRule('type', { needs: 'whole' }, ({ at, type, parent: above }, { dictionaries }) => {
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
    at.at('advances', action).report('advance_never', {
      found: action,
      key: true,
      step: steps[0]?.title ?? action,
      above,
      field,
      values: listOf([...values].map(titled)),
      from: listOf(from.map(titled)),
      to: titled(to),
    })
  }
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

export const parentMoveRules: readonly Rule[] = [advances, admissions, submissions]
