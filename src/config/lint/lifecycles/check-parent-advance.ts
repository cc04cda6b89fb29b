// Checks that a transition that advances the parent finds it at a value from which it may be advanced.

import type { Context } from '#config/load/context.ts'
import type { Compiled } from '#config/pipeline/compile-model.ts'
import type { EffectValue } from '#shared/lifecycles/effects.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Advance } from '#shared/model/parent-advance.ts'

/**
 * The values that the parent's field may have while the item is in a state; undefined if others may have written
 * anything.
 */
type PossibleValues = ReadonlySet<string> | undefined

export function checkParentAdvance(context: Context, { contentTypes, dictionaries }: Compiled): void {
  for (const type of contentTypes) {
    const document = context.of('content').get(type.name)
    const above = contentTypes.find(
      ({ name }) => name === type.fields.find((field) => field.name === type.parent)?.ref,
    )
    if (!document || !above) continue
    for (const [action, { field: name, from, to }] of Object.entries(type.advances ?? {})) {
      const field = above.fields.find((one) => one.name === name)
      // The field may have any value if its owner writes it, or if a transition of the parent takes it from
      // elsewhere.
      const written = writtenBy(above, name, type.admission?.states)
      if (field?.from !== 'step' || written.some((value) => typeof value !== 'string')) continue
      const held = findPossibleValues(type, name)
      const states = type.lifecycle.transitions.flatMap((step) => (step.action === action ? step.from : []))
      const values = new Set(written.filter((value) => typeof value === 'string'))
      const isHeld = states.some((state) => (held.get(state)?.size ?? 0) > 0)
      const isKnown = states.every((state) => {
        for (const value of held.get(state) ?? []) values.add(value)
        return held.get(state) !== undefined
      })
      if (!isKnown || !isHeld || from.some((value) => value !== to && values.has(value))) continue
      const items = dictionaries.find((one) => one.name === field.dict)?.items ?? []
      const titled = (value: string) => items.find((item) => item.value === value)?.label ?? value
      const words = (list: Iterable<string>) => [...list].map((value) => `“${titled(value)}”`).join('、')
      const step = type.lifecycle.transitions.find((one) => one.action === action)
      context.report(document, ['advances', action], {
        slug: 'advance_never',
        message: `流转“${step?.title ?? action}”之前“${above.title}”的“${field.title}”已是${words(values)}，此处却从${words(from)}改为“${titled(to)}”，不会生效：请检查 from 与 to`,
        found: action,
        key: true,
      })
    }
  }
}

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
