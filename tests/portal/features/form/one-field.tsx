// Provides a form of one field, as the contract of inputs and the tests of single ones draw it.

import { useState } from 'react'
import { type FormScope, FormScopeContext, NO_FORM } from '#portal/core/form-state/form-scope.ts'
import { FormStore } from '#portal/core/form-state/form-store.ts'
import { FormStepFields } from '#portal/features/form/engine/form-step-fields.tsx'
import type { Field, FormModel } from '#shared/model/content-model.ts'
import type { Json } from '#shared/model/json.ts'
import { loaded } from '../../../support/loaded-form.ts'

/** Id of the control, or of the group's box. */
export function idOf({ name }: Field): string {
  return `f-${name}`
}

export interface Look {
  readonly widget: string
  readonly field: Field
  readonly options?: Readonly<Record<string, Json>> | undefined
  readonly value?: unknown
  readonly required?: boolean | undefined
  readonly disabled?: boolean | undefined
  readonly invalid?: boolean | undefined
  readonly onChange?: ((value: unknown) => void) | undefined
  readonly place?: Partial<FormScope> | undefined
}

function formOf({ widget, field, options = {}, required = true }: Look): FormModel {
  const own = { ...field, required }
  const { name } = own
  return {
    id: 'f',
    version: 1,
    title: '一个字段',
    fields: [own],
    schema: {
      type: 'object',
      properties: { [name]: own.schema },
      required: required ? [name] : [],
      additionalProperties: false,
    },
    steps: [{ title: '填写', fields: [name] }],
    conditions: {},
    inputs: { [name]: { widget, options: options } },
  }
}

export function oneFieldStore(look: Look): FormStore {
  const store = new FormStore(loaded(formOf(look)), { [look.field.name]: look.value })
  if (look.invalid) store.refuse([{ path: `/${look.field.name}`, message: '不符合要求' }])
  store.onChange(() => look.onChange?.(store.leaf(look.field.name).value))
  return store
}

export function OneField({ store: given, ...look }: Look & { readonly store?: FormStore }) {
  const [own] = useState(() => given ?? oneFieldStore(look))
  const store = given ?? own
  const [place] = useState(
    (): FormScope => ({
      ...NO_FORM,
      ...look.place,
      write: (name, value) =>
        name === look.field.name ? store.fill(name, value) : look.place?.write?.(name, value),
    }),
  )
  const [step] = store.form.steps
  return (
    <FormScopeContext value={place}>
      {step ? (
        <FormStepFields store={store} step={step} isLong={false} disabled={look.disabled ?? false} />
      ) : null}
    </FormScopeContext>
  )
}
