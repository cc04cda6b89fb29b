// Draws the layout of companies: logo, name, field of activity, and figures side by side.
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { hasValue } from '#portal/widgets/items/has-value.ts'
import { ItemCover } from '#portal/widgets/items/item-cover.tsx'
import type { LayoutProps } from '#portal/widgets/layout-props.ts'
import { LayoutHeading } from './parts/layout-heading.tsx'
import { LayoutTags } from './parts/layout-tags.tsx'
import { useColumnPlan } from './parts/use-column-plan.ts'

export function PlatesLayout({ items, columns, dense, foot, picture, category, ...layout }: LayoutProps) {
  const { tags, summary, facts } = useColumnPlan(columns)
  return (
    <ul className="eq-plates" data-dense={dense}>
      {items.map((item) => (
        <li key={String(item.id)}>
          <ItemCover item={item} picture={picture} category={category} className="eq-emblem" />
          <div className="eq-plates-who">
            <LayoutHeading layout={layout} item={item} />
            <LayoutTags columns={tags} item={item} />
          </div>
          {summary && hasValue(item, summary) ? (
            <div className="eq-plates-what eq-clamp-2 eq-muted">
              <Cell column={summary} item={item} />
            </div>
          ) : null}
          {dense ? null : <FactList columns={facts} item={item} layout="inline" />}
          {foot?.(item)}
        </li>
      ))}
    </ul>
  )
}
