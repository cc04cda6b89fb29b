// Owns the form inside a structured field, drawn by rjsf because such values nest without limit.
import Form from '@rjsf/core'
import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { useMemo } from 'react'
import type { JsonSchema } from '../../../shared/content-model.ts'
import { labelOf } from '../../app/dictionaries.ts'
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

/** Values of dictionaries are shown by their labels. */
function toUi(schema: JsonSchema): UiSchema {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  const names = Object.fromEntries(
    properties.flatMap(([name, child]) => {
      const dict = child['x-dict']
      if (typeof dict !== 'string' || !Array.isArray(child.enum)) return []
      return [
        [name, { 'ui:enumNames': (child.enum as string[]).map((value) => labelOf(String(dict), value)) }],
      ]
    }),
  )
  return { 'ui:submitButtonOptions': { norender: true }, ...names }
}

export function NestedForm({ id, schema, value, isLocked, showErrors, onChange }: Props) {
  const shape = schema as RJSFSchema // the same language under another name
  const data = (value ?? {}) as Record<string, unknown>
  const ui = useMemo(() => toUi(schema), [schema])
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
        uiSchema={ui}
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
