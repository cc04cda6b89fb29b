// Draws the form of a configuration file from the schema of its kind.
import Form, { getDefaultRegistry } from '@rjsf/core'
import type { ErrorSchema, FieldPathList, FieldProps, RJSFSchema, UiSchema } from '@rjsf/utils'
import { produce } from 'immer'
import { useMemo } from 'react'
import { WIDGETS } from '#portal/widgets/input-registry.tsx'
import type { FormSchemas } from '#shared/calls/form-schemas.ts'
import type { Json } from '#shared/model/json.ts'
import { ColorInput } from './color-input.tsx'
import { EntryCard, EntryList } from './entry-list.tsx'
import { FileField, ObjectFields, Silent } from './field-templates.tsx'
import { type FileFormContext, FORM_ID, ID_SEPARATOR } from './file-context.ts'
import { FormlessField } from './formless-field.tsx'
import { JSON_VALIDATOR } from './json-validator.ts'
import { NamesInput } from './names-input.tsx'

const { SchemaField: Drawn } = getDefaultRegistry().fields as {
  SchemaField: React.ComponentType<FieldProps>
}

type Annotated = RJSFSchema & {
  readonly 'x-names'?: string
  readonly 'x-offers'?: string
  readonly 'x-formless'?: string
  readonly 'x-labels'?: readonly string[]
}

const kindOfNames = (schema: Annotated): string | undefined => schema['x-names'] ?? schema['x-offers']

/** Texts longer than this are typed in several lines. */
const LONG_TEXT = 60
const COLOR = '^#[0-9A-Fa-f]{6}$'

function widgetOfText(schema: Annotated): string {
  if (kindOfNames(schema)) return 'names'
  if (schema.enum) return 'select'
  if (schema.pattern === COLOR) return 'color'
  return (schema.maxLength ?? 0) > LONG_TEXT ? 'textarea' : 'text'
}

/** The widget or field that draws a place: rjsf's own choice for groups and lists of them. */
function uiOf(schema: Annotated, toItems: (schema: Annotated) => Annotated): UiSchema {
  const { type } = schema
  if (schema['x-formless']) return { 'ui:field': 'formless' }
  if (type === 'array') {
    const items = toItems((schema.items ?? {}) as Annotated)
    if (items.type === 'object' || items['x-formless']) return {}
    return { 'ui:widget': items.enum ? 'multi-select' : kindOfNames(items) ? 'names' : 'tags' }
  }
  if (schema.const !== undefined)
    return schema.const === true ? { 'ui:widget': 'switch' } : { 'ui:widget': 'hidden' }
  if (type === 'boolean') return { 'ui:widget': 'switch' }
  if (type === 'integer' || type === 'number') return { 'ui:widget': 'number', 'ui:field': 'StringField' }
  if (type === 'string' || schema.enum)
    return { 'ui:widget': widgetOfText(schema), 'ui:enumNames': [...(schema['x-labels'] ?? [])] }
  return {}
}

/** Takes the place of rjsf's `SchemaField`: a uiSchema for all places of a recursive schema would be endless. */
function PlaceField(props: FieldProps) {
  const { schemaUtils } = props.registry
  const schema = schemaUtils.retrieveSchema(props.schema, props.formData)
  const ui = uiOf(schema, (items) => schemaUtils.retrieveSchema(items))
  return <Drawn {...props} uiSchema={{ ...props.uiSchema, ...ui }} />
}

const FIELDS = { SchemaField: PlaceField, formless: FormlessField }
const INPUTS = { ...WIDGETS, names: NamesInput, color: ColorInput }
const TEMPLATES = {
  FieldTemplate: FileField,
  ObjectFieldTemplate: ObjectFields,
  ArrayFieldTemplate: EntryList,
  ArrayFieldItemTemplate: EntryCard,
  FieldErrorTemplate: Silent,
  FieldHelpTemplate: Silent,
  DescriptionFieldTemplate: Silent,
}
const DEFAULTS = {
  arrayMinItems: { populate: 'never' },
  emptyObjectFields: 'skipDefaults',
  constAsDefaults: 'never',
} as const

interface Props {
  /** The kind of the file, such as `dictionary`. */
  readonly kind: string
  readonly language: FormSchemas
  readonly value: Json
  readonly errors: ErrorSchema
  /** By the id of the place. */
  readonly mends: FileFormContext['mends']
  readonly onMend: FileFormContext['onMend']
  readonly disabled?: boolean
  readonly onChange: (value: Json) => void
}

function moved(value: Json, path: FieldPathList, from: number, to: number): Json {
  return produce(value, (draft) => {
    const list = path.reduce<unknown>(
      (place, part) => (place as Record<string, unknown>)[part],
      draft,
    ) as Json[]
    list.splice(to, 0, ...list.splice(from, 1))
  })
}

export function SchemaForm({
  kind,
  language,
  value,
  errors,
  mends,
  onMend,
  disabled = false,
  onChange,
}: Props) {
  const schema = useMemo(
    (): RJSFSchema => ({ $ref: `#/$defs/${kind}`, $defs: language.$defs as Record<string, RJSFSchema> }),
    [kind, language],
  )
  const context = useMemo(
    (): FileFormContext => ({
      language,
      value,
      mends,
      onMend: disabled ? undefined : onMend,
      onMove: (path, from, to) => onChange(moved(value, path, from, to)),
    }),
    [language, value, mends, onMend, disabled, onChange],
  )
  return (
    <Form
      className="eq-file-form"
      tagName="div"
      idPrefix={FORM_ID}
      idSeparator={ID_SEPARATOR}
      schema={schema}
      uiSchema={NO_BUTTON}
      formData={value}
      formContext={context}
      validator={JSON_VALIDATOR}
      fields={FIELDS}
      widgets={INPUTS}
      templates={TEMPLATES}
      extraErrors={errors}
      disabled={disabled}
      noValidate
      showErrorList={false}
      experimental_defaultFormStateBehavior={DEFAULTS}
      onChange={({ formData }) => onChange(formData as Json)}
    >
      {/* rjsf draws its own button where there is none. */}
      <span />
    </Form>
  )
}

const NO_BUTTON: UiSchema = { 'ui:submitButtonOptions': { norender: true } }
