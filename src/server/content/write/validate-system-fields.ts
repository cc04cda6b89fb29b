// Validates answers against system-filled values, which the form does not know while it is filled in.

import type { ActionContext } from '#server/content/action.ts'
import { Failure } from '#shared/calls/errors.ts'
import { brokenRules, otherOf, rulesOf } from '#shared/validation/form-rules.ts'
import type { Body } from './prepare-body.ts'

/**
 * Checks the rules. To be called after the check that the writer may read the references of `body`. Unchanged stored
 * violations are not reported again.
 */
export function validateSystemFields(
  { plan, services }: Pick<ActionContext, 'plan' | 'services'>,
  body: Body,
  stored?: Body,
): void {
  const rules = rulesOf(plan.form.schema).filter((rule) => plan.byName.get(otherOf(rule) ?? '')?.from)
  const errors = brokenRules(rules, body, { now: services.clock(), stored })
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
}
