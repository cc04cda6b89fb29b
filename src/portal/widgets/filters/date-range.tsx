// Owns the filter by a first and a last day.
import { RangeForm } from '../range-form.tsx'
import type { FilterProps } from '../widget-props.ts'

export function DateRangeFilter({ filter, value, onChange }: FilterProps) {
  const from = `${filter.name}From`
  const to = `${filter.name}To`
  return (
    <RangeForm
      label={filter.label}
      type="date"
      unit={filter.field?.unit}
      from={value[from] ?? ''}
      to={value[to] ?? ''}
      onApply={(low, high) => onChange({ [from]: low, [to]: high })}
    />
  )
}
