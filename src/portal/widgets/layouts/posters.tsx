// Draws the layout of videos and pictures: a large picture, the title, and the duration or the date.

import { toDate } from '#portal/ui/format/format-time.ts'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { ItemCover, SEEN_AT_ONCE } from '#portal/widgets/items/item-cover.tsx'
import { momentOf } from '#portal/widgets/items/item-text.ts'
import type { LayoutProps } from '#portal/widgets/layout-props.ts'
import { LayoutHeading, LayoutRun, LayoutTags, useColumnPlan } from './parts/layout-parts.tsx'

export function PostersLayout({ items, columns, dense, foot, picture, category, ...layout }: LayoutProps) {
  const { tags, facts, day } = useColumnPlan(columns)
  return (
    <LayoutRun items={items} dense={dense} className="eq-posters">
      {(item, index) => (
        <>
          <ItemCover
            item={item}
            picture={picture}
            category={category}
            className="eq-poster"
            isFirst={!dense && index < SEEN_AT_ONCE}
          />
          <LayoutHeading layout={layout} item={item} />
          {dense ? null : <LayoutTags columns={tags} item={item} />}
          <FactList columns={facts} item={item} layout="inline" />
          {day ? <time className="eq-muted eq-figure">{toDate(momentOf(item))}</time> : null}
          {foot?.(item)}
        </>
      )}
    </LayoutRun>
  )
}
