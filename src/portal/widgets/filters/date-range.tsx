// Draws the filter by a first and a last day.

import type { FilterProps } from '#portal/widgets/widget-props.ts'
import { RangeForm } from './parts/range-form.tsx'

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
