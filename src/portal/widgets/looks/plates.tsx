// Owns the look of companies: logo, name, what they do, and figures side by side.
import { Cell } from '../cell-registry.tsx'
import { FactList } from '../fact-list.tsx'
import { hasValue } from '../has-value.ts'
import { ItemCover } from '../item-cover.tsx'
import { LookHeading } from '../look-heading.tsx'
import type { LookProps } from '../look-props.ts'
import { LookTags } from '../look-tags.tsx'
import { useLookPlan } from '../use-look-plan.ts'

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
