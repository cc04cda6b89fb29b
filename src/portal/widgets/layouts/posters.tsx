// Owns the look of what is watched or looked at: a large picture, the title, and how long or when.

import { toDate } from '#portal/ui/format/format-time.ts'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { ItemCover, SEEN_AT_ONCE } from '#portal/widgets/items/item-cover.tsx'
import { momentOf } from '#portal/widgets/items/item-text.ts'
import type { LookProps } from '#portal/widgets/layout-props.ts'
import { LookHeading } from './parts/layout-heading.tsx'
import { LookTags } from './parts/layout-tags.tsx'
import { useLookPlan } from './parts/use-column-plan.ts'

export function PostersLook({ items, columns, dense, foot, picture, category, ...look }: LookProps) {
  const { tags, facts, day } = useLookPlan(columns)
  return (
    <ul className="eq-posters" data-dense={dense}>
      {items.map((item, index) => (
        <li key={String(item.id)}>
          <ItemCover
            item={item}
            picture={picture}
            category={category}
            className="eq-poster"
            isFirst={!dense && index < SEEN_AT_ONCE}
          />
          <LookHeading look={look} item={item} />
          {dense ? null : <LookTags columns={tags} item={item} />}
          <FactList columns={facts} item={item} layout="inline" />
          {day ? <time className="eq-muted eq-figure">{toDate(momentOf(item))}</time> : null}
          {foot?.(item)}
        </li>
      ))}
    </ul>
  )
}
