// Owns the look of journals and books: upright covers side by side, as on a shelf.
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { ItemCover, SEEN_AT_ONCE } from '#portal/widgets/items/item-cover.tsx'
import type { LookProps } from '#portal/widgets/layout-props.ts'
import { LookHeading } from './parts/layout-heading.tsx'
import { LookTags } from './parts/layout-tags.tsx'
import { useLookPlan } from './parts/use-column-plan.ts'

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
