// Draws the layout of people: portrait, name and position, workplace, expertise.

import { Cell } from '#portal/widgets/cell-registry.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { hasValue } from '#portal/widgets/items/has-value.ts'
import { ItemCover } from '#portal/widgets/items/item-cover.tsx'
import type { LayoutProps } from '#portal/widgets/layout-props.ts'
import { LayoutHeading } from './parts/layout-heading.tsx'
import { LayoutTags } from './parts/layout-tags.tsx'
import { useColumnPlan } from './parts/use-column-plan.ts'

export function PeopleLayout({ items, columns, dense, foot, picture, category, ...layout }: LayoutProps) {
  const { tags, others, summary } = useColumnPlan(columns)
  const [place, ...rest] = others
  return (
    <ul className="eq-people" data-dense={dense}>
      {items.map((item) => (
        <li key={String(item.id)}>
          <ItemCover item={item} picture={picture} category={category} className="eq-face" />
          <div className="eq-people-who">
            <LayoutHeading layout={layout} item={item} />
            {place && hasValue(item, place) ? (
              <p className="eq-people-place">
                <Cell column={place} item={item} />
              </p>
            ) : null}
            <LayoutTags columns={tags} item={item} />
            {summary && !dense && hasValue(item, summary) ? (
              <div className="eq-clamp-2 eq-muted">
                <Cell column={summary} item={item} />
              </div>
            ) : null}
            {dense ? null : <FactList columns={rest} item={item} layout="inline" />}
            {foot?.(item)}
          </div>
        </li>
      ))}
    </ul>
  )
}
