// Owns the strip of topics that leads to each topic's list.
import { useCovers } from '../../app/covers.ts'
import { coverLook } from '../../ui/cover-look.ts'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ItemLink } from '../item-link.tsx'
import { headingOf } from '../item-text.ts'
import { listOf } from '../list-of.ts'
import { SectionFrame } from '../section-frame.tsx'
import { useSectionRead } from '../use-section-read.ts'
import type { SectionProps } from '../widget-props.ts'

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
          const look = coverLook(covers, [item.id, item.type], String(item.id))
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
