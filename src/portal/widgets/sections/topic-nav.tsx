// Draws the strip of topics that leads to each topic's list.
import { useCovers } from '#portal/core/configuration/covers.ts'
import { findCoverStyle } from '#portal/ui/cover/cover-style.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import { listOf } from '#portal/widgets/items/read-list.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { SectionFrame } from './parts/section-frame.tsx'
import { useSectionRead } from './parts/use-section-read.ts'

/** Topics below another one are reached through it. */
export function TopicNavSection({ section, scope }: SectionProps) {
  const read = useSectionRead(section, scope)
  const covers = useCovers()
  const items = listOf(read.data).filter((item) => !item.parentId)
  return (
    <SectionFrame
      section={section}
      scope={scope}
      read={read}
      isEmpty={items.length === 0}
      skeleton={<Skeleton shape="block" height={72} />}
    >
      <ul className="eq-topics">
        {items.map((item) => {
          const look = findCoverStyle(covers, [item.id, item.type], String(item.id))
          return (
            <li key={String(item.id)}>
              <ItemLink link={section.open} scope={scope} item={item} className="eq-topic">
                <span className="eq-topic-icon" style={{ color: look.color }}>
                  <Icon name={look.icon} />
                </span>
                {headingOf(item, section.content)}
              </ItemLink>
            </li>
          )
        })}
      </ul>
    </SectionFrame>
  )
}
