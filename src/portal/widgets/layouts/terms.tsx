// Draws the layout of terms: an index with a definition of one or two lines, no pictures.
import { CellBlock } from '#portal/widgets/cell-registry.tsx'
import type { LayoutProps } from '#portal/widgets/layout-props.ts'
import { LayoutHeading, LayoutRun, LayoutTags, useColumnPlan } from './parts/layout-parts.tsx'

export function TermsLayout({ items, columns, dense, foot, ...layout }: LayoutProps) {
  const { tags, summary, others } = useColumnPlan(columns)
  return (
    <LayoutRun items={items} dense={dense} className="eq-terms">
      {(item) => (
        <>
          <LayoutHeading layout={layout} item={item} />
          <CellBlock as="span" column={others[0]} item={item} className="eq-terms-note eq-muted" />
          <CellBlock column={summary} item={item} className="eq-terms-meaning eq-clamp-2" />
          {dense ? null : <LayoutTags columns={tags} item={item} />}
          {foot?.(item)}
        </>
      )}
    </LayoutRun>
  )
}
