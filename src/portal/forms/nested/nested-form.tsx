// Owns the form inside a structured field, drawn by rjsf because such values nest without limit.
import Form from '@rjsf/core'
import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { useMemo } from 'react'
import type { JsonSchema } from '../../../shared/model.ts'
import {
  NestedCheckbox,
  NestedField,
  NestedObject,
  NestedSelect,
  NestedTextarea,
  NestedTextInput,
  Nothing,
} from './nested-templates.tsx'
import { rjsfValidator } from './rjsf-validator.ts'

interface Props {
  readonly id: string
  readonly schema: JsonSchema
  readonly value: unknown
  readonly isLocked: boolean
  readonly showErrors: boolean
  readonly onChange: (value: unknown) => void
}

const TEMPLATES = {
  FieldTemplate: NestedField,
  ObjectFieldTemplate: NestedObject,
  BaseInputTemplate: NestedTextInput,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  DescriptionFieldTemplate: Nothing,
}
const WIDGETS = { TextareaWidget: NestedTextarea, SelectWidget: NestedSelect, CheckboxWidget: NestedCheckbox }
const UI: UiSchema = { 'ui:submitButtonOptions': { norender: true } }

export function NestedForm({ id, schema, value, isLocked, showErrors, onChange }: Props) {
  const shape = schema as RJSFSchema // the same language under another name
  const data = (value ?? {}) as Record<string, unknown>
  const errors = useMemo(
    () => (showErrors ? rjsfValidator.validateFormData(data, shape).errorSchema : undefined),
    [showErrors, data, shape],
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter inside must not hand in the form around it
    <div
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
      }}
    >
      <Form
        idPrefix={id}
        tagName="div"
        schema={shape}
        uiSchema={UI}
        formData={data}
        validator={rjsfValidator}
        templates={TEMPLATES}
        widgets={WIDGETS}
        disabled={isLocked}
        noValidate
        showErrorList={false}
        {...(errors ? { extraErrors: errors } : {})}
        onChange={(change) => onChange(change.formData)}
      />
    </div>
  )
}
