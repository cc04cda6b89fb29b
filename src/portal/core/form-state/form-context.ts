// Declares the context that rjsf passes to every field, template and widget of a form besides its own props.
import type { Registry } from '@rjsf/utils'
import type { FormScope } from './form-scope.ts'
import type { FormStore } from './form-store.ts'

export interface FormContext {
  readonly store: FormStore
  readonly formScope: FormScope
}

export function contextOf(registry: Registry): FormContext {
  return registry.formContext as FormContext // as `StepFields` gives it
}
