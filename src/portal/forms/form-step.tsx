// Owns the fields of one step, drawn by rjsf from the form's schema and bound to its store.
import Form from '@rjsf/core'
import { memo, useContext, useMemo } from 'react'
import type { FormStep } from '../../shared/content-model.ts'
import { useFormPlace } from '../widgets/form-place.ts'
import { ArrayTable } from '../widgets/groups/array-table.tsx'
import { ObjectGroup } from '../widgets/groups/object.tsx'
import { TableRow } from '../widgets/groups/parts/table-row.tsx'
import { WIDGETS } from '../widgets/input-registry.tsx'
import { BoundSchemaField } from './drawing/bound-field.tsx'
import { toDrawn } from './drawing/drawn-schema.ts'
import type { FormContext } from './drawing/form-context.ts'
import { rjsfValidator } from './drawing/rjsf-validator.ts'
import { FieldFrame, Nothing } from './drawing/templates.tsx'
import { FieldRemarksContext } from './field-remarks.ts'
import { isLong, toParts } from './form-part.tsx'
import type { FormStore } from './form-store.ts'

interface Props {
  readonly store: FormStore
  readonly step: FormStep
  readonly disabled: boolean
}

const FIELDS = { SchemaField: BoundSchemaField }

const TEMPLATES = {
  FieldTemplate: FieldFrame,
  ObjectFieldTemplate: ObjectGroup,
  ArrayFieldTemplate: ArrayTable,
  ArrayFieldItemTemplate: TableRow,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  DescriptionFieldTemplate: Nothing,
}

/** Rows are added by people, and defaults filled in by the judge, the same in browser and server. */
const DEFAULTS = { arrayMinItems: { populate: 'never' }, emptyObjectFields: 'skipEmptyDefaults' } as const

/** The store has the answers. */
const NO_DATA = {}

export const StepFields = memo(function StepFields({ store, step, disabled }: Props) {
  const isOwn = isLong(step)
  return toParts(step).map((names) => (
    <PartFields key={names[0]} store={store} names={names} isOwn={isOwn} disabled={disabled} />
  ))
})

interface PartProps {
  readonly store: FormStore
  readonly names: readonly string[]
  readonly isOwn: boolean
  readonly disabled: boolean
}

function PartFields({ store, names, isOwn, disabled }: PartProps) {
  const place = useFormPlace()
  const { remarks } = useContext(FieldRemarksContext)
  const { schema, ui } = useMemo(
    () => toDrawn(store.form, names, new Set(remarks.map(({ field }) => field))),
    [store.form, names, remarks],
  )
  const context = useMemo((): FormContext => ({ store, place }), [store, place])
  return (
    <Form
      className="eq-form-grid"
      // Its submit event rises to the whole form.
      tagName={isOwn ? 'form' : 'div'}
      idPrefix={store.form.id}
      idSeparator="-"
      schema={schema}
      uiSchema={ui}
      formData={NO_DATA}
      formContext={context}
      validator={rjsfValidator}
      fields={FIELDS}
      templates={TEMPLATES}
      widgets={WIDGETS}
      disabled={disabled}
      noValidate
      noHtml5Validate={isOwn}
      experimental_componentUpdateStrategy="shallow"
      experimental_defaultFormStateBehavior={DEFAULTS}
    >
      {isOwn ? <EnterButton /> : null}
    </Form>
  )
}

/** Seen and reached by nobody: a form of several texts hands in on the Enter key only if it has a button. */
function EnterButton() {
  return <button type="submit" className="eq-sr-only" tabIndex={-1} aria-hidden="true" />
}
