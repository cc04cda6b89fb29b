// Reads the input in a plain form: typed words, and the labels of the chosen options.
import { type RefObject, useRef } from 'react'
import { useUnsavedInput } from '#portal/core/session/unsaved-input.ts'

const CHOICES: ReadonlySet<string> = new Set(['radio', 'checkbox'])

function readTypedText(field: Element): string {
  if (field instanceof HTMLTextAreaElement) return field.value.trim()
  if (!(field instanceof HTMLInputElement)) return ''
  if (CHOICES.has(field.type)) return field.checked ? (field.labels?.[0]?.textContent ?? '').trim() : ''
  return field.type === 'text' ? field.value.trim() : ''
}

/** The answer belongs to the form, whose words outlive the end of a session. */
export function useTypedForm(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useUnsavedInput(() =>
    [...(form.current?.elements ?? [])]
      .map(readTypedText)
      .filter((words) => words !== '')
      .join('\n'),
  )
  return form
}
