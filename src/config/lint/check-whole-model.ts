// Runs the rules over the whole model in order. A rule does not report again what an earlier one found.

import type { Context } from '#config/load/context.ts'
import type { Compiled } from '#config/pipeline/compile-model.ts'
import { pathsOf } from '#shared/expressions/condition.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import { checkCopiedFields } from './lifecycles/check-copied-fields.ts'
import { checkFieldFlow } from './lifecycles/check-field-flow.ts'
import { checkParentAdvance } from './lifecycles/check-parent-advance.ts'
import { checkParentTransitions } from './lifecycles/check-parent-transitions.ts'
import { checkStateReaders } from './lifecycles/check-state-readers.ts'
import { checkPatternPages } from './notices/check-pattern-pages.ts'
import { checkFixedFilters } from './pages/check-fixed-filters.ts'
import { checkFormButtonStates } from './pages/check-form-button-states.ts'
import { checkRelationOrder } from './pages/check-relation-order.ts'

const ANSWER = 'form.'

function checkQuestionOrder(context: Context, { forms }: Compiled): void {
  for (const form of forms) {
    const document = context.of('content').get(form.id) ?? context.of('form').get(form.id)
    if (!document || document.isMade || form.steps.length < 2) continue
    const stepOf = new Map(
      form.steps.flatMap(({ fields }, at) => fields.map((name): [string, number] => [name, at])),
    )
    for (const [name, condition] of Object.entries(form.conditions)) {
      const own = stepOf.get(name)
      const late = pathsOf(condition).flatMap((path) => {
        const read = path.startsWith(ANSWER) ? path.slice(ANSWER.length) : ''
        return own !== undefined && (stepOf.get(read) ?? -1) > own ? [read] : []
      })
      const [question] = late
      if (own === undefined || question === undefined) continue
      const at = form.steps[own]?.fields.indexOf(name) ?? 0
      context.report(document, ['steps', own, 'fields', at], {
        slug: 'asked_early',
        message: `“${titleOf(form, name)}”在第 ${own + 1} 步，是否出现取决于“${titleOf(form, question)}”，后者却在第 ${(stepOf.get(question) ?? 0) + 1} 步填写：请将前者移到同一步或之后`,
        found: name,
      })
    }
  }
}

const titleOf = ({ fields }: FormModel, name: string): string =>
  fields.find((field) => field.name === name)?.title ?? name

const RULES: readonly ((context: Context, model: Compiled) => void)[] = [
  checkFieldFlow,
  checkParentAdvance,
  checkQuestionOrder,
  checkCopiedFields,
  checkParentTransitions,
  checkRelationOrder,
  checkStateReaders,
  checkFixedFilters,
  checkFormButtonStates,
  checkPatternPages,
]

/** Of a model without errors: nothing follows from what is broken. */
export function checkWholeModel(context: Context, model: Compiled): void {
  const before = context.problems.length
  for (const check of RULES) {
    if (context.problems.length > before) return
    check(context, model)
  }
}
