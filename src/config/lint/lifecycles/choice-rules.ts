// Rules over what transitions write: letters of receipt numbers, copied fields.

import { findFixed } from '#config/compile/conditions/condition-outcomes.ts'
import type { Path } from '#config/load/document.ts'
import type { Condition } from '#shared/expressions/condition.ts'
import { isWriting } from '#shared/lifecycles/effects.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import { defineRule, type Lint, type Rule, titleOf } from '../rule.ts'

/** Of transitions that give receipt numbers with the same letters to different fields, only the first is ever given. */
const receiptLetters = defineRule({
  codes: ['receipt_twice'],
  on: 'lifecycle',
  check({ at, lifecycle: { transitions } }) {
    const fields = new Map<string, string | undefined>()
    for (const [index, { do: effects = [], title }] of transitions.entries())
      for (const [order, effect] of effects.entries()) {
        if (!isWriting(effect) || !('receipt' in effect)) continue
        const { receipt, field } = effect
        if (!fields.has(receipt)) fields.set(receipt, field)
        else if (fields.get(receipt) !== field)
          at.at('transitions', index, 'do', order, 'receipt').report(
            'receipt_twice',
            `流转“${title}”编号的字母“${receipt}”已用于字段“${fields.get(receipt) ?? ''}”，同一内容相同字母的编号只取一次，“${field ?? ''}”会得到相同编号：请换用其他字母`,
            { found: receipt },
          )
      }
  },
})

const FROM = /^item\.(\w+)$/

/** A field that a transition copies is asked for whenever the transition is open. */
const copiedFields = defineRule({
  codes: ['taken_over_empty'],
  on: 'lifecycle',
  needs: 'whole',
  check({ at, users }, { formOf, roles }) {
    for (const type of users)
      for (const { path, title, when, read, target } of copiesOf(type.lifecycle)) {
        const shownIf = formOf.get(type.name)?.conditions[read]
        if (!shownIf || !areApart(roles, type, when, shownIf)) continue
        at.at(...path).report(
          'taken_over_empty',
          `“${type.title}”的“${titleOf(type.fields, read)}”在流转“${title}”可执行时不会填写，写入的“${titleOf(type.fields, target)}”始终为空：请核对流转与字段的 when`,
          { found: read },
        )
      }
  },
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

export const choiceRules: readonly Rule[] = [receiptLetters]
export const copyRules: readonly Rule[] = [copiedFields]
