// Draws the strip of topics that leads to each topic's list.
import { useCovers } from '#portal/core/configuration/dictionaries.ts'
import { findCoverStyle } from '#portal/ui/cover/cover-style.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { ListSection } from './parts/list-section.tsx'

/** Topics below another one are reached through it. */
export function TopicNavSection({ section, scope }: SectionProps) {
  const covers = useCovers()
  return (
    <ListSection
      section={section}
      scope={scope}
      isShown={({ parentId }) => !parentId}
      skeleton={<Skeleton shape="block" height={72} />}
    >
      {(items) => (
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
      )}
    </ListSection>
  )
}
