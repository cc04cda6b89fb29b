// Manages a search box: it shows the words of the address; typed words apply on Enter or with the button.
import { type FormEvent, useEffect, useRef } from 'react'

export function useTypedQuery(value: string, onSubmit: (words: string) => void) {
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
