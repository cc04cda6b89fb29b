// Draws the section of items similar to the current one: each with its columns, or with its day if it has none.
import { toDate } from '#portal/ui/format/format-time.ts'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf, momentOf } from '#portal/widgets/items/item-text.ts'
import { ItemThumb } from '#portal/widgets/items/item-thumb.tsx'
import { listOf } from '#portal/widgets/items/read-list.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { SectionFrame } from './parts/section-frame.tsx'
import { useSectionRead } from './parts/use-section-read.ts'

export function RelatedSection({ section, scope }: SectionProps) {
  const read = useSectionRead(section, scope)
  const self = (scope.item as { id?: unknown } | undefined)?.id
  const items = listOf(read.data).filter((item) => item.id !== self)
  return (
    <SectionFrame
      section={section}
      scope={scope}
      read={read}
      isEmpty={items.length === 0}
      empty="暂无相关内容"
    >
      <ul className="eq-related">
        {items.map((item) => (
          <li key={String(item.id)}>
            <ItemThumb item={item} picture={section.content?.picture} />
            <div>
              <ItemLink link={section.open} scope={scope} item={item}>
                <span className="eq-clamp-2">{headingOf(item, section.content)}</span>
              </ItemLink>
              {section.columns?.length ? (
                <FactList columns={section.columns} item={item} layout="inline" />
              ) : (
                <time className="eq-muted eq-figure">{toDate(momentOf(item))}</time>
              )}
            </div>
          </li>
        ))}
      </ul>
    </SectionFrame>
  )
}
