// Draws the section of notices: level, title, issuer's day.
import { ItemLine } from '#portal/widgets/items/item-row.tsx'
import { listOf } from '#portal/widgets/items/read-list.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { SectionFrame } from './parts/section-frame.tsx'
import { useSectionRead } from './parts/use-section-read.ts'

export function NoticeListSection({ section, scope }: SectionProps) {
  const read = useSectionRead(section, scope)
  const items = listOf(read.data)
  return (
    <SectionFrame
      section={section}
      scope={scope}
      read={read}
      isEmpty={items.length === 0}
      empty="当前没有通知"
    >
      <ul className="eq-rows">
        {items.map((item) => (
          <ItemLine key={String(item.id)} section={section} scope={scope} item={item} />
        ))}
      </ul>
    </SectionFrame>
  )
}
