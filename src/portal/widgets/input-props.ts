// Owns what an input widget is given.
import type { ComponentType } from 'react'
import type { Field, Json } from '../../shared/content-model.ts'

export interface InputProps {
  /** Id of the control, or of the group's box; the label points to it. */
  readonly id: string
  readonly labelId: string
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** The person left the field; only then are errors shown. */
  readonly onBlur: () => void
  readonly options: Readonly<Record<string, Json>>
  readonly required: boolean
  readonly disabled: boolean
  readonly readOnly: boolean
  readonly invalid: boolean
  /** Whether a value would keep the field's rules, beside the answers given so far; absent where nobody knows. */
  readonly fits?: ((value: unknown) => boolean) | undefined
  /** Ids of help and error; undefined where there is neither. */
  readonly describedBy: string | undefined
}

export type InputComponent = ComponentType<InputProps>

/** Attributes of a single native control. */
export function controlProps(props: InputProps) {
  return {
    id: props.id,
    name: props.field.name,
    disabled: props.disabled,
    onBlur: props.onBlur,
    'aria-required': props.required || undefined,
    'aria-invalid': props.invalid || undefined,
    'aria-describedby': props.describedBy,
  } as const
}

/** Attributes of the box around several controls that are one field; leaving the box leaves the field. */
export function groupProps(props: InputProps, role: 'group' | 'radiogroup' = 'group') {
  return {
    id: props.id,
    role,
    tabIndex: -1,
    'aria-labelledby': props.labelId,
    'aria-describedby': props.describedBy,
    // A plain group has no state of its own; its controls carry it.
    ...(role === 'radiogroup'
      ? { 'aria-required': props.required || undefined, 'aria-invalid': props.invalid || undefined }
      : {}),
    onBlur: (event: React.FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) props.onBlur()
    },
  } as const
}

export function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}

export function option<T extends Json>(props: InputProps, name: string): T | undefined {
  return props.options[name] as T | undefined
}
