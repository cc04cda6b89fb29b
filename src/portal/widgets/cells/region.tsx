// Draws the cell of a region by its GB/T 2260 code.
import { useRegion } from '#portal/widgets/choices/use-regions.ts'
import type { CellProps } from '#portal/widgets/widget-props.ts'

/** Characters of the usual names down to province, city, county. */
const USUAL_WIDTH: Readonly<Record<number, number>> = { 2: 3, 4: 6.25, 6: 9.5 }

export function RegionCell({ value, item, column }: CellProps) {
  const given = item[`${column.field.name}Title`]
  if (typeof given !== 'string' && typeof value === 'string') return <NamedRegion code={value} />
  return <span className="eq-region-name">{(typeof given === 'string' && given) || '—'}</span>
}

/** For an answer without the name: reads it from the tree of regions. */
function NamedRegion({ code }: { readonly code: string }) {
  const { name, isAwaited } = useRegion(code)
  // As wide as what comes, so that nothing after it moves to another line.
  if (isAwaited && code)
    return (
      <span className="eq-region-name eq-awaited" style={{ width: `${USUAL_WIDTH[code.length] ?? 6}em` }} />
    )
  return <span className="eq-region-name">{name || '—'}</span>
}
