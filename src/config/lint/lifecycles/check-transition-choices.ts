// Checks the transitions of one lifecycle against each other: receipt numbers, and the values of a choice for which
// they are open.

import { groupsOf, valuesOf } from '#config/compile/conditions/condition-parts.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { isWriting } from '#shared/lifecycles/effects.ts'
import type { Lifecycle, Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'

/**
 * Reports transitions that give receipt numbers with the same letters to different fields: only the first is ever
 * given.
 */
export function checkReceiptLetters(context: Context, document: Document, { transitions }: Lifecycle): void {
  const fields = new Map<string, string | undefined>()
  for (const [index, { do: effects = [], title }] of transitions.entries())
    for (const [at, effect] of effects.entries()) {
      if (!isWriting(effect) || !('receipt' in effect)) continue
      const { receipt, field } = effect
      if (!fields.has(receipt)) fields.set(receipt, field)
      else if (fields.get(receipt) !== field)
        context.report(document, ['transitions', index, 'do', at, 'receipt'], {
          slug: 'receipt_twice',
          message: `流转“${title}”编号的字母“${receipt}”已用于字段“${fields.get(receipt) ?? ''}”，同一内容相同字母的编号只取一次，“${field ?? ''}”会得到相同编号：请换用其他字母`,
          found: receipt,
        })
    }
}

interface ChoiceBranch {
  readonly step: Transition
  readonly index: number
  /** Of the field. */
  readonly values: readonly string[]
}

/** Out of one state the steps share out the values of a choice: one that two take and one that none takes is a slip. */
export function checkTransitionChoices(
  context: Context,
  document: Document,
  { fields, lifecycle }: ContentType,
): void {
  for (const [state, { title }] of Object.entries(lifecycle.states))
    for (const field of fields) {
      const codes = (field.schema.enum ?? []) as readonly unknown[]
      if (field.type !== 'dict' || !field.required || codes.length === 0) continue
      const ways = collectBranches(lifecycle, state, field)
      const taken = ways.flatMap(({ values }) => values)
      const left = codes.filter((code) => !taken.includes(String(code)))
      const twice = ways.find(({ step, values }, at) =>
        ways.slice(0, at).some((other) => other.step.action !== step.action && isSame(other.values, values)),
      )
      if (!twice || left.length === 0) continue
      context.report(document, ['transitions', twice.index, 'when', `item.${field.name}`], {
        slug: 'step_codes',
        message: `状态“${title}”中有两条流转都要求“${field.title}”为 ${twice.values.join('、')}，却没有流转适用于 ${left.join('、')}，此类内容无法继续流转：请改正其一`,
        found: twice.values.join(','),
        known: left.map(String),
      })
    }
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value) => other.includes(value))

function collectBranches({ transitions }: Lifecycle, state: string, { name }: Field): ChoiceBranch[] {
  return transitions.flatMap((step, index) => {
    if (!step.from.includes(state) || step.when === undefined) return []
    const [together = []] = groupsOf(step.when, [])
    const test = together.find(({ read }) => read === `item.${name}`)
    if (!test || (typeof test.test === 'object' && !Array.isArray(test.test))) return []
    return [{ step, index, values: valuesOf(test).map(({ value }) => String(value)) }]
  })
}
