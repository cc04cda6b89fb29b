// Draws the filter by a field's exact text.
import { Button } from '#portal/ui/button.tsx'
import { useTypedQuery } from '#portal/widgets/choices/use-typed-query.ts'
import type { FilterProps } from '#portal/widgets/widget-props.ts'

export function TextFilter({ filter, value, onChange }: FilterProps) {
  const current = value[filter.name] ?? ''
  const { input, submit } = useTypedQuery(current, (words) => onChange({ [filter.name]: words }))
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
