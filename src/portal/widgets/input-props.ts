// Reads the attributes that all input controls share from the props that rjsf gives every widget.
import type { WidgetProps } from '@rjsf/utils'
import type { ChangeEvent, FocusEvent } from 'react'

type KnownProps<T> = { readonly [Name in keyof T as string extends Name ? never : Name]: T[Name] }

/**
 * The props of an input widget: rjsf's `WidgetProps` without its index signature, so that a misspelt name is a type
 * error.
 *
 * @example
 * export function TitleInput(props: InputProps) {
 *   const change = (text: string) => props.onChange(text === '' ? undefined : text)
 *   const text = toText(props.value)
 *   return <input {...controlProps(props)} value={text} onChange={(event) => change(event.target.value)} />
 * }
 */
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

/**
 * Returns the attributes of a single native control: id, name, the disabled, required and invalid states, the
 * reference to help and errors, and the blur handler that reports the field as visited.
 *
 * @example
 * <input {...controlProps(props)} className="eq-input" defaultValue={toText(props.value)} />
 */
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

/**
 * Returns the attributes of the box around several controls that form one field. Moving the focus out of the box
 * reports the field as visited. Use `radiogroup` if exactly one of the controls is chosen; only this role carries
 * the required and invalid states.
 *
 * @example
 * <div {...groupProps(props, 'radiogroup')}>
 *   <label><input type="radio" name={props.name} onChange={() => props.onChange('loan')} />外借</label>
 *   <label><input type="radio" name={props.name} onChange={() => props.onChange('room')} />阅览</label>
 * </div>
 */
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

/** The attributes of a native control in which text is typed, which is the value. */
export function textProps(props: InputProps, placeholder?: string) {
  return {
    ...controlProps(props),
    className: 'eq-input',
    placeholder: inputPlaceholder(props, placeholder),
    readOnly: props.readonly,
    value: inputText(props.value),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      props.onChange(target.value),
  } as const
}

export function unitOf({ schema }: InputProps): string | undefined {
  const unit = schema['x-unit' as keyof typeof schema] as unknown
  return typeof unit === 'string' ? unit : undefined
}
