// Owns the filter by a least and a most figure.
import { useFacet } from '../facets.ts'
import { RangeForm } from '../range-form.tsx'
import type { FilterProps } from '../widget-props.ts'

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
