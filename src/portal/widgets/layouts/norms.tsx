// Draws the layout of standards and laws: number as a plate, title, whether it is in force, year and issuer.
import { Cell, CellBlock } from '#portal/widgets/cell-registry.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { hasValue } from '#portal/widgets/items/field-value.ts'
import type { LayoutProps } from '#portal/widgets/layout-props.ts'
import { LayoutHeading, LayoutRun, LayoutTags, useColumnPlan } from './parts/layout-parts.tsx'

export function NormsLayout({ items, columns, dense, foot, ...layout }: LayoutProps) {
  const { tags, plate, summary, facts } = useColumnPlan(columns)
  const rest = facts.filter((column) => column !== plate)
  return (
    <LayoutRun items={items} dense={dense} className="eq-norms">
      {(item) => (
        <>
          {plate && hasValue(item, plate) ? <Cell column={plate} item={item} /> : null}
          <div className="eq-norms-what">
            <LayoutHeading layout={layout} item={item} />
            {dense ? null : <CellBlock column={summary} item={item} className="eq-clamp-2 eq-muted" />}
            {dense ? null : <FactList columns={rest} item={item} layout="inline" />}
          </div>
          <LayoutTags columns={tags} item={item} />
          {foot?.(item)}
        </>
      )}
    </LayoutRun>
  )
}
