// Draws the unit beside an input; screen readers read it with the input.
import type { ReactNode } from 'react'

interface Props {
  readonly id: string
  readonly unit: string | undefined
  readonly children: ReactNode
}

export function Affix({ id, unit, children }: Props) {
  if (!unit) return children
  return (
    <span className="eq-affix">
      {children}
      <span id={`${id}-unit`} className="eq-unit">
        {unit}
      </span>
    </span>
  )
}

export function describe(
  describedBy: string | undefined,
  id: string,
  unit: string | undefined,
): string | undefined {
  if (!unit) return describedBy
  return describedBy ? `${describedBy} ${id}-unit` : `${id}-unit`
}
