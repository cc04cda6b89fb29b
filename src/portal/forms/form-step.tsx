// Owns the fields of one step, in a grid.
import { memo } from 'react'
import type { FormStep } from '../../shared/content-model.ts'
import { FormField } from './form-field.tsx'
import type { FormStore } from './form-store.ts'

interface Props {
  readonly store: FormStore
  readonly step: FormStep
  readonly disabled: boolean
}

export const StepFields = memo(function StepFields({ store, step, disabled }: Props) {
  return (
    <div className="eq-form-grid">
      {step.fields.map((name) => (
        <FormField key={name} store={store} name={name} disabled={disabled} />
      ))}
    </div>
  )
})
