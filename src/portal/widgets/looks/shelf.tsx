// Owns the look of journals and books: upright covers side by side, as on a shelf.
import { FactList } from '../fact-list.tsx'
import { ItemCover, SEEN_AT_ONCE } from '../item-cover.tsx'
import { LookHeading } from '../look-heading.tsx'
import type { LookProps } from '../look-props.ts'
import { LookTags } from '../look-tags.tsx'
import { useLookPlan } from '../use-look-plan.ts'

export function ShelfLook({ items, columns, dense, foot, picture, category, ...look }: LookProps) {
  const { tags, facts } = useLookPlan(columns)
  return (
    <ul className="eq-shelf" data-dense={dense}>
      {items.map((item, index) => (
        <li key={String(item.id)}>
          <ItemCover
            item={item}
            picture={picture}
            category={category}
            className="eq-shelf-cover"
            isFirst={!dense && index < SEEN_AT_ONCE}
          />
          <LookHeading look={look} item={item} />
          {dense ? null : <LookTags columns={tags} item={item} />}
          {dense ? null : <FactList columns={facts} item={item} layout="inline" />}
          {foot?.(item)}
        </li>
      ))}
    </ul>
  )
}
