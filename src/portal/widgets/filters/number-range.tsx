// Draws the filter by a minimum and a maximum number.
import { useFacet } from '#portal/widgets/choices/facets.ts'
import type { FilterProps } from '#portal/widgets/widget-props.ts'
import { RangeForm } from './parts/range-form.tsx'

export function NumberRangeFilter({ filter, value, onChange }: FilterProps) {
  const facet = useFacet(filter.name)
  const minimum = filter.field?.schema.minimum
  const from = `${filter.name}From`
  const to = `${filter.name}To`
  return (
    <RangeForm
      label={filter.label}
      type="number"
      unit={filter.field?.unit}
      from={value[from] ?? ''}
      to={value[to] ?? ''}
      min={typeof minimum === 'number' && minimum >= 0 ? 0 : undefined}
      least={facet?.min}
      most={facet?.max}
      onApply={(low, high) => onChange({ [from]: low, [to]: high })}
    />
  )
}
