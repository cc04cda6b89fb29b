// Manages a search box: it shows the words of the address; typed words apply on Enter or with the button.
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
