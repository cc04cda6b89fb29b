// Rules over what transitions write: letters of receipt numbers, copied fields.

import { findFixed } from '#config/compile/conditions/condition-outcomes.ts'
import { statesAfter } from '#config/compile/lifecycles/check-states.ts'
import type { Path } from '#config/load/document.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import { writtenBy } from '#shared/lifecycles/effects.ts'
import type { Lifecycle, Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { defineRule, type Lint, type Rule, titleOf } from '../rule.ts'

/** Numbers with the same letters are given once, and another number in the same field takes the place of the first. */
const receipts = defineRule('lifecycle', { needs: 'whole' }, ({ at, lifecycle, users }) => {
  const numbers = lifecycle.transitions.flatMap(({ do: effects = [], title }, index) =>
    effects.flatMap((effect, order) =>
      'receipt' in effect ? [{ ...effect, title, place: at.at('transitions', index, 'do', order) }] : [],
    ),
  )
  for (const [index, { receipt, field, title, place }] of numbers.entries()) {
    const twice = numbers.slice(0, index).find((one) => one.receipt === receipt)
    const first = numbers.slice(0, index).find((one) => one.field === field)
    if (twice && twice.field !== field)
      place.at('receipt').report('receipt_twice', {
        found: receipt,
        title,
        other: twice.field ?? '',
        field: field ?? '',
      })
    else if (first && first.receipt !== receipt && field !== undefined)
      place.at('field').report('receipt_field', {
        found: field,
        known: unwrittenFields(users),
        title,
        receipt,
        first,
        field: titleOf(users[0]?.fields ?? [], field),
      })
  }
})

/** Fields that are for transitions to write, and that none fills in. */
const unwrittenFields = (users: readonly ContentType[]): string[] =>
  users.flatMap(({ fields, lifecycle }) => {
    const written = lifecycle.transitions.flatMap(({ do: effects = [], claim }) => [
      ...effects.flatMap(writtenBy),
      ...(claim ? [claim.field] : []),
    ])
    return fields.flatMap(({ name, from }) => (from === 'step' && !written.includes(name) ? [name] : []))
  })

/** A timer that stops goes on before what is due by it. */
const stoppedTimers = defineRule('lifecycle', ({ at, lifecycle }) => {
  for (const [index, step] of lifecycle.transitions.entries())
    for (const [order, effect] of (step.do ?? []).entries()) {
      if (!('stop' in effect)) continue
      const states = statesAfter(lifecycle, [step.to])
      const later = lifecycle.transitions.filter(({ from }) => from.some((state) => states.has(state)))
      const due = later.find((one) => one.due?.clock === effect.stop)
      const starts = ({ do: effects = [] }: Transition) =>
        effects.some((one) => 'start' in one && one.start === effect.stop)
      if (due && !later.some(starts))
        at.at('transitions', index, 'do', order, 'stop').report('clock_stopped', {
          found: effect.stop,
          clock: lifecycle.clocks?.[effect.stop]?.title ?? effect.stop,
          step,
          due,
        })
    }
})

const FROM = /^item\.(\w+)$/

/** A field that a transition copies is asked for whenever the transition is open. */
const copiedFields = defineRule('lifecycle', { needs: 'whole' }, ({ at, users }, { formOf, roles }) => {
  for (const type of users)
    for (const { path, title, when, read, target } of copiesOf(type.lifecycle)) {
      const shownIf = formOf.get(type.name)?.conditions[read]
      if (!shownIf || !areApart(roles, type, when, shownIf)) continue
      at.at(...path).report('taken_over_empty', {
        found: read,
        type,
        read: titleOf(type.fields, read),
        title,
        target: titleOf(type.fields, target),
      })
    }
})

interface Copy {
  /** Path of the value in the file of the lifecycle. */
  readonly path: Path
  /** The transition's. */
  readonly title: string
  readonly when: Condition
  readonly read: string
  readonly target: string
}

/** The fields that transitions with a condition copy, by `set` into the item or by `with` into a new one. */
function copiesOf({ transitions }: Lifecycle): Copy[] {
  return transitions.flatMap(({ when, title, do: effects = [] }, index) =>
    effects.flatMap((effect, at): Copy[] => {
      const key = 'set' in effect ? 'set' : 'create' in effect ? 'with' : undefined
      if (when === undefined || key === undefined) return []
      const written = (effect as unknown as Record<string, Readonly<Record<string, unknown>>>)[key] ?? {}
      return Object.entries(written).map(([target, value]) => ({
        path: ['transitions', index, 'do', at, key, target, 'from'],
        title,
        when,
        read: FROM.exec(String((value as { readonly from?: unknown } | null)?.from))?.[1] ?? '',
        target,
      }))
    }),
  )
}

/** Returns true if the condition of the transition and that of the field never hold together. */
function areApart(
  roles: Lint['roles'],
  { fields }: ContentType,
  step: Condition,
  shownIf: Condition,
): boolean {
  const ofItem = JSON.parse(JSON.stringify(shownIf).replaceAll('"form.', '"item.')) as Condition
  const schemaOf = ({ read }: { readonly read: string }) =>
    fields.find((field) => `item.${field.name}` === read)?.schema
  return findFixed({ all: [step, ofItem] } as Condition, schemaOf, roles) === 'never'
}

export const choiceRules: readonly Rule[] = [receipts, stoppedTimers, copiedFields]
