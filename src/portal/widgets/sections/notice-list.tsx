// Draws the section of notices: level, title, issuer's day.
import { ItemLine } from '#portal/widgets/items/item-row.tsx'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { ListSection } from './parts/list-section.tsx'

export function NoticeListSection({ section, scope }: SectionProps) {
  return (
    <ListSection section={section} scope={scope} empty="当前没有通知">
      {(items) => (
        <ul className="eq-rows">
          {items.map((item) => (
            <ItemLine key={String(item.id)} section={section} scope={scope} item={item} />
          ))}
        </ul>
      )}
    </ListSection>
  )
}
