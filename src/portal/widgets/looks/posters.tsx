// Owns the look of what is watched or looked at: a large picture, the title, and how long or when.

import { toDate } from '../../ui/format-time.ts'
import { FactList } from '../fact-list.tsx'
import { ItemCover, SEEN_AT_ONCE } from '../item-cover.tsx'
import { momentOf } from '../item-text.ts'
import { LookHeading } from '../look-heading.tsx'
import type { LookProps } from '../look-props.ts'
import { LookTags } from '../look-tags.tsx'
import { useLookPlan } from '../use-look-plan.ts'

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
