// Rules over the flow of fields through states: what transitions write is there where it is needed, and only there.

import type { Place } from '#config/load/place.ts'
import { partyField } from '#shared/access/roles.ts'
import { isCreating, isForLosers, isNotify, isWriting } from '#shared/lifecycles/effects.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { defineRule, type Rule, titleOf } from '../rule.ts'

/** Fields that name an actor, or are needed by a transition, are filled in by then. */
const fieldFlow = defineRule('lifecycle', { needs: 'whole' }, ({ at, users }, { context, contentTypes }) => {
  const { problems } = context
  const before = problems.length
  for (const type of users) {
    const isWritten = type.fields.some(({ from }) => from === 'step')
    if (!isWritten && !type.lifecycle.transitions.some(({ claim }) => claim)) continue
    const flow = new Flow(type, contentTypes)
    // Other types would show the same faults of the lifecycle again: the first check that finds something ends the run.
    for (const check of [checkEntered, checkEmptied, checkReceivers]) {
      check(at, type, flow)
      if (problems.length > before) return
    }
  }
})

/** Which fields that only transitions write may hold something. */
class Flow {
  /** The fields that are followed: no user writes them. */
  readonly fields: readonly string[]
  /** By state: the fields that may be filled in there. */
  readonly #filled = new Map<string, Set<string>>()

  constructor({ name, fields, lifecycle, parent }: ContentType, all: readonly ContentType[]) {
    const given = all.flatMap(({ lifecycle: { transitions } }) =>
      transitions.flatMap(({ do: effects = [] }) =>
        effects.flatMap((effect) =>
          isCreating(effect) && effect.create === name ? Object.keys(effect.with) : [],
        ),
      ),
    )
    const moved = all.flatMap(({ advances = {}, fields: own, parent: above }) =>
      own.some((field) => field.name === above && field.ref === name)
        ? Object.values(advances).map(({ field }) => field)
        : [],
    )
    this.fields = fields.flatMap((field) =>
      field.from === 'step' &&
      field.name !== parent &&
      !given.includes(field.name) &&
      !moved.includes(field.name)
        ? [field.name]
        : [],
    )
    this.#filled.set(lifecycle.initial, new Set())
    for (let changed = true; changed; ) {
      changed = false
      for (const step of lifecycle.transitions)
        for (const from of step.from) {
          if (!this.#filled.has(from)) continue
          const after = this.after(step, from)
          for (const to of [step.to, ...(step.back ?? [])]) {
            const known = this.#filled.get(to)
            const next = new Set([...(known ?? []), ...after])
            if (known && known.size === next.size) continue
            this.#filled.set(to, next)
            changed = true
          }
        }
    }
  }

  /** Returns true if the field of an item in this state may have a value. */
  mayHold(state: string, field: string): boolean {
    return this.#filled.get(state)?.has(field) ?? true
  }

  /** Returns the fields that may be filled in after the transition was taken from this state. */
  after(step: Transition, from: string): ReadonlySet<string> {
    const held = new Set(this.#filled.get(from))
    for (const [field, isFilled] of writesOf(step))
      if (isFilled) held.add(field)
      else held.delete(field)
    return held
  }
}

/** Each field with whether it holds something afterwards. */
function writesOf({ do: effects = [], claim }: Transition): [string, boolean][] {
  return [
    ...(claim ? [[claim.field, true] as [string, boolean]] : []),
    ...effects.flatMap((effect): [string, boolean][] => {
      if (!isWriting(effect)) return []
      if ('set' in effect) return Object.entries(effect.set).map(([field, value]) => [field, value !== null])
      return effect.field === undefined ? [] : [[effect.field, true]]
    }),
  ]
}

interface Need {
  readonly field: string
  /** The action that would be missing, as the message says it. */
  readonly description: string
}

/** Returns what the transitions out of a state ask of the item. */
function needsIn({ lifecycle, fields }: ContentType, state: string): Need[] {
  return lifecycle.transitions
    .filter(({ from }) => from.includes(state))
    .flatMap(({ title, by, marks = [], due }) => {
      const [party] = by.length === 1 ? by.map(partyField) : []
      const need = (field: string | undefined, describe: (title: string) => string): Need[] =>
        field === undefined ? [] : [{ field, description: `“${title}”${describe(titleOf(fields, field))}` }]
      return [
        ...need(party, (name) => `只由“${name}”执行`),
        ...marks.flatMap((field) => need(field, (name) => `要核对“${name}”`)),
        ...need(due?.field, (name) => `按“${name}”到期`),
      ]
    })
}

/** A transition that leads to where others are taken by a field leaves that field filled in. */
function checkEntered(at: Place, type: ContentType, flow: Flow): void {
  const reported = new Set<string>()
  for (const [index, step] of type.lifecycle.transitions.entries())
    for (const { field, description } of needsIn(type, step.to)) {
      if (!flow.fields.includes(field) || reported.has(field)) continue
      if (step.from.some((from) => flow.after(step, from).has(field))) continue
      reported.add(field)
      // At the first effect that writes, as its field may be the wrong one; else at the target state.
      const { claim, do: effects = [], title } = step
      const writing = effects.findIndex(isWriting)
      at.at(
        'transitions',
        index,
        ...(claim ? ['claim', 'field'] : writing >= 0 ? ['do', writing] : ['to']),
      ).report('field_empty', { found: field, title, field: titleOf(type.fields, field), description })
    }
}

/** Of the ways into a state one empties a field that another leaves filled in. */
function checkEmptied(at: Place, { fields, lifecycle }: ContentType, flow: Flow): void {
  const { transitions, states } = lifecycle
  for (const field of flow.fields)
    for (const [index, step] of transitions.entries()) {
      const emptying = transitions.find(
        (other) =>
          other !== step &&
          other.to === step.to &&
          writesOf(other).some(([name, is]) => name === field && !is),
      )
      if (!emptying || writesOf(step).some(([name]) => name === field)) continue
      const kept = step.from.find((from) => flow.mayHold(from, field) && flow.after(step, from).has(field))
      if (kept === undefined || step.to === kept) continue
      at.at('transitions', index).report('field_kept', {
        found: field,
        step,
        emptying,
        state: states[step.to]?.title ?? step.to,
        field: titleOf(fields, field),
      })
      return
    }
}

/** A notice has a receiver: the field that names its receiver is not empty both before and after the transition. */
function checkReceivers(at: Place, { fields, lifecycle }: ContentType, flow: Flow): void {
  for (const [index, step] of lifecycle.transitions.entries())
    for (const [order, effect] of (step.do ?? []).entries())
      for (const [to, receiver] of (isNotify(effect) ? effect.to : []).entries()) {
        const field = partyField(receiver)
        if (field === undefined || !flow.fields.includes(field)) continue
        const isBefore = isForLosers(effect)
        const holds = (from: string) =>
          isBefore ? flow.mayHold(from, field) : flow.after(step, from).has(field)
        if (!step.from.some(holds))
          at.at('transitions', index, 'do', order, 'to', to).report('notice_unnamed', {
            found: String(receiver),
            step,
            when: isBefore ? '前' : '后',
            field: titleOf(fields, field),
            name: field,
          })
      }
}

export const fieldFlowRules: readonly Rule[] = [fieldFlow]
