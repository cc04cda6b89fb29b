// Owns the filter by a least and a most figure.
import { RangeForm } from '../range-form.tsx'
import type { FilterProps } from '../widget-props.ts'

export function NumberRangeFilter({ filter, value, onChange }: FilterProps) {
  const from = `${filter.name}From`
  const to = `${filter.name}To`
  return (
    <RangeForm
      label={filter.label}
      type="number"
      unit={filter.field?.unit}
      from={value[from] ?? ''}
      to={value[to] ?? ''}
      onApply={(low, high) => onChange({ [from]: low, [to]: high })}
    />
  )
}
