// Draws the layout of people: portrait, name and position, workplace, expertise.
import { CellBlock } from '#portal/widgets/cell-registry.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { ItemCover } from '#portal/widgets/items/item-cover.tsx'
import type { LayoutProps } from '#portal/widgets/layout-props.ts'
import { LayoutHeading, LayoutRun, LayoutTags, useColumnPlan } from './parts/layout-parts.tsx'

export function PeopleLayout({ items, columns, dense, foot, picture, category, ...layout }: LayoutProps) {
  const { tags, others, summary } = useColumnPlan(columns)
  const [place, ...rest] = others
  return (
    <LayoutRun items={items} dense={dense} className="eq-people">
      {(item) => (
        <>
          <ItemCover item={item} picture={picture} category={category} className="eq-face" />
          <div className="eq-people-who">
            <LayoutHeading layout={layout} item={item} />
            <CellBlock as="p" column={place} item={item} className="eq-people-place" />
            <LayoutTags columns={tags} item={item} />
            {dense ? null : <CellBlock column={summary} item={item} className="eq-clamp-2 eq-muted" />}
            {dense ? null : <FactList columns={rest} item={item} layout="inline" />}
            {foot?.(item)}
          </div>
        </>
      )}
    </LayoutRun>
  )
}
