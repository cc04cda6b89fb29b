// Finds the form steps that apply, and the form step that contains a field.

import type { FormStore } from '#portal/core/form-state/form-store.ts'
import type { FormStep } from '#shared/model/content-model.ts'

/** Steps with at least one field in sight; a form whose every field is hidden keeps its first. */
export function findVisibleSteps(store: FormStore): readonly FormStep[] {
  const { steps } = store.form
  const inSight = steps.filter((step) => step.fields.some((name) => !store.isHidden(name)))
  return inSight.length ? inSight : steps.slice(0, 1)
}

/** Returns the steps as a single one, for a form that is filled in on one page. */
export const toOneStep = (steps: readonly FormStep[]): FormStep => ({
  title: '',
  fields: steps.flatMap(({ fields }) => fields),
})

/** The first of `steps` with a shown error; -1 when there is none. */
export function findFirstInvalidStep(store: FormStore, steps: readonly FormStep[]): number {
  return steps.findIndex((step) => step.fields.some(store.isWrong))
}

/** The step to go on with: the first that is not answered yet, and none after `latest`, where one was known to be. */
export function findStepToResume(store: FormStore, latest = Number.POSITIVE_INFINITY): number {
  const steps = findVisibleSteps(store)
  const open = steps.findIndex(({ fields }) => !store.isAnswered(fields))
  return Math.min(latest, open < 0 ? steps.length : open)
}
