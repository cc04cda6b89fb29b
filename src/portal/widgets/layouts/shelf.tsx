// Draws the layout of journals and books: upright covers side by side, as on a shelf.
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { ItemCover, SEEN_AT_ONCE } from '#portal/widgets/items/item-cover.tsx'
import type { LayoutProps } from '#portal/widgets/layout-props.ts'
import { LayoutHeading, LayoutRun, LayoutTags, useColumnPlan } from './parts/layout-parts.tsx'

export function ShelfLayout({ items, columns, dense, foot, picture, category, ...layout }: LayoutProps) {
  const { tags, facts } = useColumnPlan(columns)
  return (
    <LayoutRun items={items} dense={dense} className="eq-shelf">
      {(item, index) => (
        <>
          <ItemCover
            item={item}
            picture={picture}
            category={category}
            className="eq-shelf-cover"
            isFirst={!dense && index < SEEN_AT_ONCE}
          />
          <LayoutHeading layout={layout} item={item} />
          {dense ? null : <LayoutTags columns={tags} item={item} />}
          {dense ? null : <FactList columns={facts} item={item} layout="inline" />}
          {foot?.(item)}
        </>
      )}
    </LayoutRun>
  )
}
