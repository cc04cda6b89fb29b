// Draws one slide of the carousel.
import { memo } from 'react'
import { toDate } from '#portal/ui/format/format-time.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { ItemCover } from '#portal/widgets/items/item-cover.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf, momentOf } from '#portal/widgets/items/item-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Section } from '#shared/model/page-model.ts'

interface Props {
  readonly item: Item
  readonly section: Section
  readonly scope: Scope
  readonly isActive: boolean
  readonly isFirst: boolean
  readonly label: string
}

export const Slide = memo(function Slide({ item, section, scope, isActive, isFirst, label }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the pattern of the ARIA authoring guide for slides
    <div
      className="eq-slide"
      role="group"
      aria-roledescription="幻灯片"
      aria-label={label}
      hidden={!isActive}
    >
      <ItemCover
        item={item}
        category={section.content?.category}
        picture={section.content?.picture}
        isFirst={isFirst}
      />
      <div className="eq-slide-text">
        <h2 className="eq-clamp-2">
          <ItemLink link={section.open} scope={scope} item={item} className="eq-cover-link">
            {headingOf(item, section.content)}
          </ItemLink>
        </h2>
        {item.summary ? <p className="eq-clamp-2">{toText(item.summary)}</p> : null}
        <p className="eq-slide-meta">
          {item.source ? <span>{toText(item.source)}</span> : null}
          <time>{toDate(momentOf(item))}</time>
        </p>
      </div>
    </div>
  )
})
