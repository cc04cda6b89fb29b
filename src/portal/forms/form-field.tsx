// Owns one field of a form: label, help, input, error. It alone is drawn again when its value changes.
import { memo, useCallback } from 'react'
import type { Json } from '../../shared/content-model.ts'
import { keepsRules, rulesOf } from '../../shared/validation/rules.ts'
import { InputSlot } from '../widgets/input-registry.tsx'
import { fieldId, isWide } from './field-layout.ts'
import type { FormStore } from './form-store.ts'
import { useLeaf } from './use-leaf.ts'
import { useUnique } from './use-unique.ts'

interface Props {
  readonly store: FormStore
  readonly name: string
  readonly disabled: boolean
}

/** Longer than a click takes, so that an error appearing on leaving never moves the button being pressed. */
const CLICK = 150
const NO_OPTIONS: Readonly<Record<string, Json>> = {}

export const FormField = memo(function FormField({ store, name, disabled }: Props) {
  const { value, error, hidden } = useLeaf(store, name)
  useUnique(store, name, value)
  const onChange = useCallback((next: unknown) => store.set(name, next), [store, name])
  const onBlur = useCallback(() => {
    setTimeout(() => store.leave(name), CLICK)
  }, [store, name])
  const fits = useCallback(
    (next: unknown) => keepsRules(rulesOf(store.form.schema), store.body(), name, next),
    [store, name],
  )
  const field = store.field(name)
  if (hidden || !field) return null
  const input = store.form.inputs[name]
  const options = (input?.options ?? NO_OPTIONS) as Readonly<Record<string, Json>>
  const widget = input?.widget ?? 'text'
  const id = fieldId(store.form.id, name)
  const help = typeof options.help === 'string' ? options.help : undefined
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div
      className={isWide(field, widget) ? 'eq-field eq-field-wide' : 'eq-field'}
      data-invalid={error ? true : undefined}
    >
      <label id={`${id}-label`} htmlFor={id}>
        {field.title}
        {field.required ? <span className="eq-required" aria-hidden="true" /> : <small>（选填）</small>}
      </label>
      {help ? (
        <p id={`${id}-help`} className="eq-help">
          {help}
        </p>
      ) : null}
      <InputSlot
        widget={widget}
        id={id}
        labelId={`${id}-label`}
        field={field}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        options={options}
        required={field.required}
        disabled={disabled}
        readOnly={options.readOnly === true}
        invalid={error !== undefined}
        fits={fits}
        describedBy={describedBy}
      />
      {error ? (
        <p id={`${id}-error`} className="eq-field-error">
          {error}
        </p>
      ) : null}
    </div>
  )
})
