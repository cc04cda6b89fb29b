// Owns how rjsf draws the values inside a structured field: light controls, a label and error for leaves only.
import type {
  BaseInputTemplateProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  WidgetProps,
} from '@rjsf/utils'

function shared(props: WidgetProps | BaseInputTemplateProps) {
  return {
    id: props.id,
    className: 'eq-input',
    disabled: props.disabled || props.readonly,
    'aria-invalid': props.rawErrors?.length ? true : undefined,
    'aria-required': props.required || undefined,
    'aria-describedby': props.rawErrors?.length ? `${props.id}-error` : undefined,
    onBlur: () => props.onBlur(props.id, props.value),
  } as const
}

const TYPES: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'datetime-local',
  email: 'email',
  uri: 'url',
}

function toNumber(text: string): unknown {
  const number = Number(text)
  return text === '' ? undefined : Number.isNaN(number) ? text : number
}

export function NestedTextInput(props: BaseInputTemplateProps) {
  const isNumber = props.schema.type === 'number' || props.schema.type === 'integer'
  return (
    <input
      {...shared(props)}
      type={isNumber ? 'number' : (TYPES[props.schema.format ?? ''] ?? 'text')}
      step="any"
      value={props.value ?? ''}
      placeholder={props.placeholder}
      onChange={(event) => {
        const text = event.target.value
        props.onChange(isNumber ? toNumber(text) : text || undefined)
      }}
    />
  )
}

export function NestedTextarea(props: WidgetProps) {
  return (
    <textarea
      {...shared(props)}
      rows={4}
      value={props.value ?? ''}
      onChange={(event) => props.onChange(event.target.value || undefined)}
    />
  )
}

export function NestedSelect(props: WidgetProps) {
  const options = props.options.enumOptions ?? []
  return (
    <select
      {...shared(props)}
      value={props.value === undefined ? '' : String(props.value)}
      onChange={(event) =>
        props.onChange(options.find((entry) => String(entry.value) === event.target.value)?.value)
      }
    >
      <option value="">请选择</option>
      {options.map((entry) => (
        <option key={String(entry.value)} value={String(entry.value)}>
          {entry.label}
        </option>
      ))}
    </select>
  )
}

export function NestedCheckbox(props: WidgetProps) {
  const { className: _, ...control } = shared(props)
  return (
    <input
      {...control}
      type="checkbox"
      checked={props.value === true}
      onChange={(event) => props.onChange(event.target.checked)}
    />
  )
}

export function NestedField({ id, schema, label, required, rawErrors, children }: FieldTemplateProps) {
  if (schema.type === 'object' || schema.type === 'array') return children
  return (
    <div className="eq-field" data-invalid={rawErrors?.length ? true : undefined}>
      <label htmlFor={id}>
        {label}
        {required ? <span className="eq-required" aria-hidden="true" /> : null}
      </label>
      {children}
      {rawErrors?.length ? (
        <p id={`${id}-error`} className="eq-field-error">
          {rawErrors[0]}
        </p>
      ) : null}
    </div>
  )
}

export function NestedObject({ properties }: ObjectFieldTemplateProps) {
  return <div className="eq-form-grid">{properties.map((property) => property.content)}</div>
}

export function Nothing() {
  return null
}
