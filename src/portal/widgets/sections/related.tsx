// Draws the section of items similar to the current one: each with its columns, or with its day if it has none.
import { toDate } from '#portal/ui/format/format-time.ts'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { ItemThumb } from '#portal/widgets/items/item-cover.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf, momentOf } from '#portal/widgets/items/item-text.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { ListSection } from './parts/list-section.tsx'

export function RelatedSection({ section, scope }: SectionProps) {
  const self = (scope.item as { id?: unknown } | undefined)?.id
  return (
    <ListSection section={section} scope={scope} isShown={({ id }) => id !== self} empty="暂无相关内容">
      {(items) => (
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
      )}
    </ListSection>
  )
}
