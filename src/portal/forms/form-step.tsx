// Owns the fields of one step, in grids.
import { memo } from 'react'
import type { FormStep } from '../../shared/content-model.ts'
import { FormField } from './form-field.tsx'
import { FormPart, isLong, toParts } from './form-part.tsx'
import type { FormStore } from './form-store.ts'

interface Props {
  readonly store: FormStore
  readonly step: FormStep
  readonly disabled: boolean
}

export const StepFields = memo(function StepFields({ store, step, disabled }: Props) {
  const isOwn = isLong(step)
  return toParts(step).map((fields) => (
    <FormPart key={fields[0]} className="eq-form-grid" isOwn={isOwn}>
      {fields.map((name) => (
        <FormField key={name} store={store} name={name} disabled={disabled} />
      ))}
      {isOwn ? <EnterButton /> : null}
    </FormPart>
  ))
})

/** Seen and reached by nobody: a form of several texts hands in on the Enter key only if it has a button. */
function EnterButton() {
  return <button type="submit" className="eq-sr-only" tabIndex={-1} aria-hidden="true" />
}
