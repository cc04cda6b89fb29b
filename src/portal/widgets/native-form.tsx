// Owns a short form of plain fields, for additions that need no form page of their own.
import { type FormEvent, useState } from 'react'
import type { Field } from '../../shared/content-model.ts'
import { Button } from '../ui/button.tsx'
import { NativeField } from './native-field.tsx'

interface Props {
  readonly fields: readonly Field[]
  readonly submitLabel: string
  /** Refused places answer by field name; anything else is thrown on to the caller's own message. */
  readonly onSubmit: (values: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, string>>>
}

/** The kinds of field that plain controls can hold. */
export function canHold(field: Field): boolean {
  return ['text', 'long-text', 'mobile', 'number', 'integer', 'date', 'url'].includes(field.type)
}

function readValues(fields: readonly Field[], data: FormData): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { name, type } of fields) {
    const text = String(data.get(name) ?? '').trim()
    if (text) values[name] = type === 'number' || type === 'integer' ? Number(text) : text
  }
  return values
}

export function NativeForm({ fields, submitLabel, onSubmit }: Props) {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const values = readValues(fields, new FormData(form))
    const missing = fields.filter((field) => field.required && !(field.name in values))
    if (missing.length) {
      setProblems(Object.fromEntries(missing.map(({ name, title }) => [name, `请填写${title}`])))
      ;(form.elements.namedItem(missing[0]?.name ?? '') as HTMLElement | null)?.focus()
      return
    }
    setBusy(true)
    try {
      setProblems(await onSubmit(values))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="eq-native-form" noValidate onSubmit={submit}>
      {problems[''] ? (
        <p className="eq-problem" role="alert">
          {problems['']}
        </p>
      ) : null}
      {fields.map((field) => (
        <NativeField key={field.name} field={field} problem={problems[field.name]} />
      ))}
      <Button type="submit" look="primary" busy={busy}>
        {submitLabel}
      </Button>
    </form>
  )
}
