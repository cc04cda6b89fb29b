// Owns the look of companies: logo, name, what they do, and figures side by side.
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { hasValue } from '#portal/widgets/items/has-value.ts'
import { ItemCover } from '#portal/widgets/items/item-cover.tsx'
import type { LookProps } from '#portal/widgets/layout-props.ts'
import { LookHeading } from './parts/layout-heading.tsx'
import { LookTags } from './parts/layout-tags.tsx'
import { useLookPlan } from './parts/use-column-plan.ts'

export function PlatesLook({ items, columns, dense, foot, picture, category, ...look }: LookProps) {
  const { tags, summary, facts } = useLookPlan(columns)
  return (
    <ul className="eq-plates" data-dense={dense}>
      {items.map((item) => (
        <li key={String(item.id)}>
          <ItemCover item={item} picture={picture} category={category} className="eq-emblem" />
          <div className="eq-plates-who">
            <LookHeading look={look} item={item} />
            <LookTags columns={tags} item={item} />
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
