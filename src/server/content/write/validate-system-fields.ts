// Owns the judging of answers beside what the system has filled in, which no form knows while it is answered.

import type { ActionContext } from '#server/content/action.ts'
import { Failure } from '#shared/calls/errors.ts'
import { brokenRules, otherOf, rulesOf } from '#shared/validation/form-rules.ts'
import type { Body } from './prepare-body.ts'

/** After it was settled that the writer reads what `body` refers to. What stood so already is not judged anew. */
export function validateSystemFields(
  { plan, services }: Pick<ActionContext, 'plan' | 'services'>,
  body: Body,
  stored?: Body,
): void {
  const rules = rulesOf(plan.form.schema).filter((rule) => plan.byName.get(otherOf(rule) ?? '')?.from)
  const errors = brokenRules(rules, body, { now: services.clock(), stored })
  if (errors.length > 0) throw new Failure('BAD_INPUT', { errors })
}
