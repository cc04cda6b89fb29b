// Owns the cell of a region by its GB/T 2260 code.
import { useRegionName } from '../use-regions.ts'
import type { CellProps } from '../widget-props.ts'

export function RegionCell({ value, item, column }: CellProps) {
  const given = item[`${column.field.name}Title`]
  const name = useRegionName(typeof given === 'string' || typeof value !== 'string' ? null : value)
  return <span className="eq-region-name">{(typeof given === 'string' ? given : name) || '—'}</span>
}
