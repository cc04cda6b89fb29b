// Draws the filter by a field's exact text.
import { type FormEvent, useEffect, useRef } from 'react'
import { Button } from '#portal/ui/button.tsx'
import type { FilterProps } from '#portal/widgets/widget-props.ts'

export function TextFilter({ filter, value, onChange }: FilterProps) {
  const input = useRef<HTMLInputElement>(null)
  const current = value[filter.name] ?? ''
  useEffect(() => {
    if (input.current) input.current.value = current
  }, [current])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onChange({ [filter.name]: input.current?.value.trim() ?? '' })
  }
  return (
    <form className="eq-range" onSubmit={submit}>
      <input
        ref={input}
        className="eq-input"
        aria-label={filter.label}
        maxLength={50}
        defaultValue={current}
      />
      <Button type="submit">确定</Button>
    </form>
  )
}
