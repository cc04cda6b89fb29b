// Reads the attributes that all input controls share from the props that rjsf gives every widget.
import type { WidgetProps } from '@rjsf/utils'
import type { FocusEvent } from 'react'

type KnownProps<T> = { readonly [Name in keyof T as string extends Name ? never : Name]: T[Name] }

/** rjsf's `WidgetProps` without its index signature, so that a misspelt name is an error. */
export type InputProps = KnownProps<WidgetProps>

/** Ids of help, of what is to be mended, and of the error; undefined where there is none of them. */
export function describedBy({ id, options, rawErrors }: InputProps): string | undefined {
  const ids = [
    options.help ? `${id}-help` : '',
    options.remarked ? `${id}-remark` : '',
    rawErrors?.length ? `${id}-error` : '',
  ]
  return ids.filter(Boolean).join(' ') || undefined
}

export function labelId({ id }: InputProps): string {
  return `${id}-label`
}

export function isInvalid({ rawErrors }: InputProps): boolean {
  return (rawErrors?.length ?? 0) > 0
}

export function isLocked({ disabled, readonly }: InputProps): boolean {
  return disabled === true || readonly === true
}

export function leave(props: InputProps): void {
  props.onBlur(props.id, props.value)
}

/** Attributes of a single native control. */
export function controlProps(props: InputProps) {
  return {
    id: props.id,
    name: props.name,
    disabled: props.disabled,
    onBlur: () => leave(props),
    'aria-required': props.required || undefined,
    'aria-invalid': isInvalid(props) || undefined,
    'aria-describedby': describedBy(props),
  } as const
}

/** Attributes of the box around several controls that are one field; leaving the box leaves the field. */
export function groupProps(props: InputProps, role: 'group' | 'radiogroup' = 'group') {
  return {
    id: props.id,
    role,
    tabIndex: -1,
    'aria-labelledby': labelId(props),
    'aria-describedby': describedBy(props),
    // A plain group has no state of its own; its controls carry it.
    ...(role === 'radiogroup'
      ? { 'aria-required': props.required || undefined, 'aria-invalid': isInvalid(props) || undefined }
      : {}),
    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) leave(props)
    },
  } as const
}

export function inputText(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}

/** rjsf takes it out of the options of some fields and leaves it in those of others. */
export function inputPlaceholder(props: InputProps, other?: string): string | undefined {
  return props.placeholder || props.options.placeholder || other
}

export function unitOf({ schema }: InputProps): string | undefined {
  const unit = schema['x-unit' as keyof typeof schema] as unknown
  return typeof unit === 'string' ? unit : undefined
}
