// Owns the rules over the whole model, one after the other: what is found by one is not said again by the next.
import type { Compiled } from '../compile/model.ts'
import type { Context } from '../context.ts'
import { checkAdvanceFlow } from './advance-flow.ts'
import { checkAskedEarly } from './asked-early.ts'
import { checkFieldFlow } from './field-flow.ts'
import { checkListFixed } from './list-fixed.ts'
import { checkOpenStates } from './open-states.ts'
import { checkPatternPages } from './pattern-pages.ts'
import { checkStandingOrder } from './standing-order.ts'
import { checkStateReaders } from './state-readers.ts'
import { checkTakenOver } from './taken-over.ts'
import { checkTakenWays } from './taken-ways.ts'

const RULES: readonly ((context: Context, model: Compiled) => void)[] = [
  checkFieldFlow,
  checkAdvanceFlow,
  checkAskedEarly,
  checkTakenOver,
  checkTakenWays,
  checkStandingOrder,
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
