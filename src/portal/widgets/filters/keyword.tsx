// Draws the filter by words; it applies on Enter or with the button.
import { useId } from 'react'
import { Button } from '#portal/ui/button.tsx'
import { useTypedQuery } from '#portal/widgets/choices/use-typed-query.ts'
import type { FilterProps } from '#portal/widgets/widget-props.ts'

export function KeywordFilter({ filter, value, onChange }: FilterProps) {
  const id = useId()
  const current = value[filter.name] ?? ''
  const { input, submit } = useTypedQuery(current, (words) => onChange({ [filter.name]: words }))
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
        <span>搜索</span>
      </Button>
    </form>
  )
}
