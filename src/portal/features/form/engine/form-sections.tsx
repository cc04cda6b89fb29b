// Draws the fields of one form step, or of all steps below each other, with the values computed from them.
import { Fragment } from 'react'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import type { FormStep } from '#shared/model/content-model.ts'
import { ComputedValues } from './computed-values.tsx'
import { fieldId } from './field-layout.ts'
import { FormStepFields } from './form-step-fields.tsx'

interface Props {
  readonly store: FormStore
  readonly steps: readonly FormStep[]
  /** True where all of them together have many fields. */
  readonly isLong: boolean
  readonly hasHeadings: boolean
  readonly disabled: boolean
}

/** Id of the heading of a step; the form's contents lead to it. */
export const headingId = (form: string, { fields }: FormStep): string =>
  `${fieldId(form, fields[0] ?? '')}-section`

export function FormSections({ store, steps, isLong, hasHeadings, disabled }: Props) {
  return steps.map((step) => {
    const fields = (
      <>
        <FormStepFields store={store} step={step} isLong={isLong} disabled={disabled} />
        <ComputedValues store={store} step={step} />
      </>
    )
    const id = headingId(store.form.id, step)
    if (!hasHeadings) return <Fragment key={step.title}>{fields}</Fragment>
    return (
      <section key={step.title} className="eq-form-section" aria-labelledby={id}>
        <h2 id={id} tabIndex={-1} className="eq-step-title">
          {step.title}
        </h2>
        {step.description ? <p className="eq-help">{step.description}</p> : null}
        {fields}
      </section>
    )
  })
}
