// Owns one slide of the carousel.
import { memo } from 'react'
import type { Scope } from '../../shared/condition.ts'
import type { Section } from '../../shared/page-model.ts'
import { toDate } from '../ui/format-time.ts'
import { toText } from '../ui/to-text.ts'
import { ItemCover } from './item-cover.tsx'
import { ItemLink } from './item-link.tsx'
import { headingOf, momentOf } from './item-text.ts'
import type { Item } from './widget-props.ts'

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
