// Divides a long form step into several form elements, which are not nested.
import type { KeyboardEventHandler, ReactNode, SubmitEventHandler } from 'react'
import type { FormStep } from '#shared/model/content-model.ts'

/**
 * At every key the browser reads all fields of the form element that owns the field, for its autofill, and lays
 * out the whole grid that the field is in: with 200 fields that takes longer than everything the engine does.
 */
const FIELDS_PER_PART = 20

export function isLong(step: FormStep | undefined): boolean {
  return step !== undefined && step.fields.length > FIELDS_PER_PART
}

export function toParts({ fields }: FormStep): readonly (readonly string[])[] {
  const count = Math.ceil(fields.length / FIELDS_PER_PART)
  return Array.from({ length: count }, (_, index) =>
    fields.slice(index * FIELDS_PER_PART, (index + 1) * FIELDS_PER_PART),
  )
}

interface WholeProps {
  readonly className: string
  readonly onKeyDown: KeyboardEventHandler<HTMLElement>
  readonly onSubmit: SubmitEventHandler<HTMLElement>
  readonly children: ReactNode
  /** Its parts are forms of their own, whose submit events arrive here. */
  readonly isDivided: boolean
}

export function WholeForm({ isDivided, ...props }: WholeProps) {
  return isDivided ? <div {...props} /> : <form {...props} noValidate />
}

interface PartProps {
  readonly className: string
  readonly isOwn: boolean
  readonly children: ReactNode
}

export function FormPart({ isOwn, ...props }: PartProps) {
  return isOwn ? <form {...props} noValidate /> : <div {...props} />
}
