// Owns the look of people: portrait, name and standing, where they work, what they know.

import { Cell } from '../cell-registry.tsx'
import { FactList } from '../fact-list.tsx'
import { hasValue } from '../has-value.ts'
import { ItemCover } from '../item-cover.tsx'
import { LookHeading } from '../look-heading.tsx'
import type { LookProps } from '../look-props.ts'
import { LookTags } from '../look-tags.tsx'
import { useLookPlan } from '../use-look-plan.ts'

export function PeopleLook({ items, columns, dense, foot, picture, category, ...look }: LookProps) {
  const { tags, others, summary } = useLookPlan(columns)
  const [place, ...rest] = others
  return (
    <ul className="eq-people" data-dense={dense}>
      {items.map((item) => (
        <li key={String(item.id)}>
          <ItemCover item={item} picture={picture} category={category} className="eq-face" />
          <div className="eq-people-who">
            <LookHeading look={look} item={item} />
            {place && hasValue(item, place) ? (
              <p className="eq-people-place">
                <Cell column={place} item={item} />
              </p>
            ) : null}
            <LookTags columns={tags} item={item} />
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
