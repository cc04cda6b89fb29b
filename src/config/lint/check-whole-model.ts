// Runs the rules over the whole model in order. A rule does not report again what an earlier one found.

import type { Context } from '#config/load/context.ts'
import type { Compiled } from '#config/pipeline/compile-model.ts'
import { checkQuestionOrder } from './forms/check-question-order.ts'
import { checkCopiedFields } from './lifecycles/check-copied-fields.ts'
import { checkFieldFlow } from './lifecycles/check-field-flow.ts'
import { checkAdvanceFlow } from './lifecycles/check-parent-advance.ts'
import { checkParentTransitions } from './lifecycles/check-parent-transitions.ts'
import { checkStateReaders } from './lifecycles/check-state-readers.ts'
import { checkPatternPages } from './notices/check-pattern-pages.ts'
import { checkListFixed } from './pages/check-fixed-filters.ts'
import { checkOpenStates } from './pages/check-form-button-states.ts'
import { checkRelationOrder } from './pages/check-relation-order.ts'

const RULES: readonly ((context: Context, model: Compiled) => void)[] = [
  checkFieldFlow,
  checkAdvanceFlow,
  checkQuestionOrder,
  checkCopiedFields,
  checkParentTransitions,
  checkRelationOrder,
  checkStateReaders,
  checkListFixed,
  checkOpenStates,
  checkPatternPages,
]

/** Of a model without errors: nothing follows from what is broken. */
export function checkWhole(context: Context, model: Compiled): void {
  const before = context.problems.length
  for (const check of RULES) {
    if (context.problems.length > before) return
    check(context, model)
  }
}
