// Draws the section that ranks currently popular items; a mixed list opens each kind on its own page. It shows no
// figures: views are counted since an item appeared, and the order weighs how new it is.

import { toText } from '#portal/ui/format/to-text.ts'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'
import type { Link } from '#shared/model/page-model.ts'
import { ListSection } from './parts/list-section.tsx'

/** A mixed list says itself where each item is read. */
function addressLink({ type, address }: Item): Link | undefined {
  const isInternal = typeof address === 'string' && /^\/\w/.test(address)
  return isInternal ? { page: toText(type), path: address, params: {} } : undefined
}

export function HotRankSection({ section, scope }: SectionProps) {
  const { pages = [] } = optionsOf<'sections/hot-rank'>(section)
  return (
    <ListSection section={section} scope={scope}>
      {(items) => (
        <ol className="eq-rows eq-hot">
          {items.map((item, index) => (
            <li key={`${toText(item.type)}${item.id}`} className="eq-row">
              <span className="eq-rank" data-rank={index + 1}>
                {index + 1}
              </span>
              <ItemLink
                link={
                  pages.find((page) => page.type === item.type)?.link ?? section.open ?? addressLink(item)
                }
                scope={scope}
                item={item}
                className="eq-row-title"
              >
                {headingOf(item, section.content)}
              </ItemLink>
            </li>
          ))}
        </ol>
      )}
    </ListSection>
  )
}
