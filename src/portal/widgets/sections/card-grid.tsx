// Draws the section of cards with covers, all of one height.

import { Badge } from '#portal/ui/badge.tsx'
import { toDate } from '#portal/ui/format/format-time.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { ItemCover } from '#portal/widgets/items/item-cover.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf, momentOf } from '#portal/widgets/items/item-text.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { ListSection } from './parts/list-section.tsx'

export function CardGridSection({ section, scope }: SectionProps) {
  const Heading = section.title ? 'h3' : 'h2'
  const { columns = 4, dated = true } = optionsOf<'sections/card-grid'>(section)
  const { summary } = section.content?.columns ?? {}
  const badge = section.content?.badge
  return (
    <ListSection section={section} scope={scope} skeleton={<Skeleton shape="cards" lines={columns} />}>
      {(items) => (
        <ul className="eq-cards" data-columns={columns}>
          {items.map((item) => (
            <li key={String(item.id)} className="eq-item-card">
              <ItemCover
                item={item}
                category={section.content?.category}
                picture={section.content?.picture}
              />
              <div className="eq-item-card-body">
                <Heading className="eq-clamp-2">
                  <ItemLink link={section.open} scope={scope} item={item} className="eq-cover-link">
                    {headingOf(item, section.content)}
                  </ItemLink>
                </Heading>
                {summary && item[summary.field.name] ? (
                  <p className="eq-clamp-2 eq-muted">{toText(item[summary.field.name])}</p>
                ) : null}
                {badge || dated ? (
                  <footer className="eq-item-card-foot">
                    {badge ? <Badge>{badge}</Badge> : <span />}
                    {dated ? <time className="eq-muted eq-figure">{toDate(momentOf(item))}</time> : null}
                  </footer>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      )}
    </ListSection>
  )
}
