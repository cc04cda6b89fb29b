// Manages the typed text of an input whose value is of another type, such as a number or a date.
import { useState } from 'react'

interface Typed {
  readonly text: string
  readonly value: unknown
}

/** Keeps what is typed (`1.`) on show as long as it means the value; leaving shows the value's own text. */
export function useTypedText(
  value: unknown,
  onChange: (value: unknown) => void,
  parse: (text: string) => unknown,
  show: (value: unknown) => string,
) {
  const [typed, setTyped] = useState<Typed | null>(null)
  return {
    text: typed && Object.is(typed.value, value) ? typed.text : show(value),
    type(text: string) {
      const parsed = parse(text)
      setTyped({ text, value: parsed })
      onChange(parsed)
    },
    leave: () => setTyped(null),
  }
}
