// Owns the filter by words, applied on Enter or with the button.
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import type { FilterProps } from '../widget-props.ts'

export function KeywordFilter({ filter, value, onChange }: FilterProps) {
  const id = useId()
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
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to all readers yet
    <form className="eq-keyword" role="search" aria-label={filter.label} onSubmit={submit}>
      <label htmlFor={id} className="eq-sr-only">
        {filter.label}
      </label>
      <input
        id={id}
        ref={input}
        className="eq-input"
        type="search"
        maxLength={50}
        placeholder={`输入${filter.label}搜索`}
        defaultValue={current}
      />
      <Button type="submit" look="primary" icon="search">
        搜索
      </Button>
    </form>
  )
}
