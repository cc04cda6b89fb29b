// Draws the fields of one form step with rjsf, from the form's schema, bound to the form store.
import Form from '@rjsf/core'
import {
  type KeyboardEventHandler,
  memo,
  type ReactNode,
  type SubmitEventHandler,
  useContext,
  useMemo,
} from 'react'
import type { FormContext } from '#portal/core/form-state/form-context.ts'
import { useFormScope } from '#portal/core/form-state/form-scope.ts'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import { BoundSchemaField } from '#portal/features/form/rjsf/bound-field.tsx'
import { toDrawn } from '#portal/features/form/rjsf/rjsf-schema.ts'
import { FieldFrame, Nothing } from '#portal/features/form/rjsf/templates.tsx'
import { ArrayTable } from '#portal/widgets/groups/array-table.tsx'
import { ObjectGroup } from '#portal/widgets/groups/object.tsx'
import { TableRow } from '#portal/widgets/groups/parts/table-row.tsx'
import { WIDGETS } from '#portal/widgets/input-registry.tsx'
import type { FormStep } from '#shared/model/content-model.ts'
import { FieldNotesContext } from './field-comments.ts'

/**
 * At every key the browser reads all fields of the form element that owns the field, for its autofill, and lays
 * out the whole grid that the field is in: with 200 fields that takes longer than everything the engine does.
 */
const FIELDS_PER_PART = 20

export function isLong(step: FormStep | undefined): boolean {
  return step !== undefined && step.fields.length > FIELDS_PER_PART
}

function toParts({ fields }: FormStep): readonly (readonly string[])[] {
  const count = Math.ceil(fields.length / FIELDS_PER_PART)
  return Array.from({ length: count }, (_, index) =>
    fields.slice(index * FIELDS_PER_PART, (index + 1) * FIELDS_PER_PART),
  )
}

interface FormElementProps {
  /** False for what holds forms of its own, or is held by one; their submit events rise to it. */
  readonly isForm: boolean
  readonly className: string
  readonly onKeyDown?: KeyboardEventHandler<HTMLElement>
  readonly onSubmit?: SubmitEventHandler<HTMLElement>
  readonly children: ReactNode
}

export function FormElement({ isForm, ...props }: FormElementProps) {
  return isForm ? <form {...props} noValidate /> : <div {...props} />
}

interface Props {
  readonly store: FormStore
  readonly step: FormStep
  /** True where the fields that stand together are many, in this step or in others on the same page. */
  readonly isLong: boolean
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

/** Users add the rows, and the validator fills in defaults, in the same way in browser and server. */
const DEFAULTS = { arrayMinItems: { populate: 'never' }, emptyObjectFields: 'skipEmptyDefaults' } as const

/** The store has the answers. */
const NO_DATA = {}

export const FormStepFields = memo(function FormStepFields({ store, step, isLong, disabled }: Props) {
  return toParts(step).map((names) => (
    <PartFields key={names[0]} store={store} names={names} isOwn={isLong} disabled={disabled} />
  ))
})

interface PartProps {
  readonly store: FormStore
  readonly names: readonly string[]
  readonly isOwn: boolean
  readonly disabled: boolean
}

function PartFields({ store, names, isOwn, disabled }: PartProps) {
  const formScope = useFormScope()
  const { fieldComments } = useContext(FieldNotesContext)
  const { schema, ui } = useMemo(
    () => toDrawn(store.form, names, new Set(fieldComments.map(({ field }) => field))),
    [store.form, names, fieldComments],
  )
  const context = useMemo((): FormContext => ({ store, formScope }), [store, formScope])
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
      validator={store.form.validator}
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

/** Invisible and not focusable: a form with several text fields submits on the Enter key only if it has a button. */
function EnterButton() {
  return <button type="submit" className="eq-sr-only" tabIndex={-1} aria-hidden="true" />
}
