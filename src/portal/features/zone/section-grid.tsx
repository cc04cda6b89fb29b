// Draws the 12-column grid of a page's sections, each if its condition is true.
import { memo, useEffect, useMemo, useRef } from 'react'
import { useLiveRead } from '#portal/core/api/use-live-read.ts'
import { useAfterPaint } from '#portal/ui/hooks/use-after-paint.ts'
import { SectionSlot } from '#portal/widgets/section-registry.tsx'
import { evaluateCondition, type Scope } from '#shared/expressions/condition.ts'
import type { Page, Section } from '#shared/model/page-model.ts'

interface Props {
  readonly sections: readonly Section[]
  readonly scope: Scope
  readonly page: Page
  /** Columns of the grid, of which a row has 12, that are drawn at once; the rest follows the first paint. */
  readonly atOnce?: number
}

const FULL = 12

/** So long at most the style sheet holds back what stands below a list that is on its way. */
const LATE_MS = 5000

/** Marks the grid once it has waited long enough; drawn again for that it need not be. */
function useLateAttribute() {
  const grid = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => grid.current?.setAttribute('data-late', 'true'), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return grid
}

/** How many sections fill the first columns. */
function countWithin(sections: readonly Section[], columns: number): number {
  let filled = 0
  const end = sections.findIndex(({ span = FULL }) => {
    filled += span
    return filled > columns
  })
  return end === -1 ? sections.length : end
}

export const SectionGrid = memo(function SectionGrid({ sections, scope, page, atOnce = 0 }: Props) {
  const isPainted = useAfterPaint()
  const grid = useLateAttribute()
  useLiveRead(useMemo(() => sections.flatMap(({ live = [] }) => live), [sections]))
  const held = sections.filter(({ when }) => !when || evaluateCondition(when, scope))
  const shown = isPainted ? held : held.slice(0, countWithin(held, atOnce))
  return (
    <div ref={grid} className={shown.length < held.length ? 'eq-grid eq-grid-waits' : 'eq-grid'}>
      {shown.map((section) => (
        <div
          // A section is known by its place on the page.
          key={`${section.widget}${sections.indexOf(section)}`}
          className="eq-grid-cell"
          data-span={section.span ?? 12}
          data-wide={section.wideOnly}
        >
          <SectionSlot section={section} scope={scope} page={page} />
        </div>
      ))}
    </div>
  )
})
