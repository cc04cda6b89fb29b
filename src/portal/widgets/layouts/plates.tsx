// Draws the layout of companies: logo, name, field of activity, and figures side by side.
import { CellBlock } from '#portal/widgets/cell-registry.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { ItemCover } from '#portal/widgets/items/item-cover.tsx'
import type { LayoutProps } from '#portal/widgets/layout-props.ts'
import { LayoutHeading, LayoutRun, LayoutTags, useColumnPlan } from './parts/layout-parts.tsx'

export function PlatesLayout({ items, columns, dense, foot, picture, category, ...layout }: LayoutProps) {
  const { tags, summary, facts } = useColumnPlan(columns)
  return (
    <LayoutRun items={items} dense={dense} className="eq-plates">
      {(item) => (
        <>
          <ItemCover item={item} picture={picture} category={category} className="eq-emblem" />
          <div className="eq-plates-who">
            <LayoutHeading layout={layout} item={item} />
            <LayoutTags columns={tags} item={item} />
          </div>
          <CellBlock column={summary} item={item} className="eq-plates-what eq-clamp-2 eq-muted" />
          {dense ? null : <FactList columns={facts} item={item} layout="inline" />}
          {foot?.(item)}
        </>
      )}
    </LayoutRun>
  )
}
