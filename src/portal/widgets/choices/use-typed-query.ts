// Owns a box for words: what the address says stands in it, and what is typed counts on Enter or with the button.
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'

interface TypedQuery {
  readonly input: RefObject<HTMLInputElement | null>
  readonly submit: (event: FormEvent) => void
}

export function useTypedQuery(value: string, onSubmit: (words: string) => void): TypedQuery {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.value = value
  }, [value])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(input.current?.value.trim() ?? '')
  }
  return { input, submit }
}
