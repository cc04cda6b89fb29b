// Draws the cell of a region by its GB/T 2260 code.
import { Fragment } from 'react'
import { useRegion } from '#portal/widgets/choices/use-regions.ts'
import type { CellProps } from '#portal/widgets/widget-props.ts'

/** Digits of a code for each level, whose usual name has three characters. */
const LEVEL_DIGITS = 2

export function RegionCell({ value, item, column }: CellProps) {
  const given = item[`${column.field.name}Title`]
  if (typeof given !== 'string' && typeof value === 'string') return <NamedRegion code={value} />
  return <span className="eq-region-name">{(typeof given === 'string' && given) || '—'}</span>
}

/** For an answer without the name: reads it from the tree of regions. */
function NamedRegion({ code }: { readonly code: string }) {
  const { name, isAwaited } = useRegion(code)
  // As wide as the names that come, and broken where they are, so that nothing moves.
  if (isAwaited && code)
    return (
      <span className="eq-region-name">
        {Array.from({ length: code.length / LEVEL_DIGITS }, (_, level) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places without anything in them
          <Fragment key={level}>
            {level > 0 ? ' ' : null}
            <span className="eq-awaited" style={{ width: '3em' }} />
          </Fragment>
        ))}
      </span>
    )
  return <span className="eq-region-name">{name || '—'}</span>
}
