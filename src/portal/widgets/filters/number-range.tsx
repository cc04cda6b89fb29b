// Draws the filter by a minimum and a maximum number.
import { useFacet } from '#portal/widgets/choices/facets.ts'
import type { FilterProps } from '#portal/widgets/widget-props.ts'
import { RangeForm } from './parts/range-form.tsx'

export function NumberRangeFilter(props: FilterProps) {
  const facet = useFacet(props.filter.name)
  const minimum = props.filter.field?.schema.minimum
  const min = typeof minimum === 'number' && minimum >= 0 ? 0 : undefined
  return <RangeForm {...props} type="number" min={min} least={facet?.min} most={facet?.max} />
}
