// Draws the section of lists behind tabs, the first item of each with its cover.
import { toText } from '#portal/ui/format/to-text.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { ItemCover } from '#portal/widgets/items/item-cover.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { ItemLine } from '#portal/widgets/items/item-row.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'
import { ListSection } from './parts/list-section.tsx'

const ALL = [{ label: '全部', params: {} }]

export function NewsTabsSection({ section, scope }: SectionProps) {
  const { tabs = ALL } = optionsOf<'sections/news-tabs'>(section)
  return (
    <ListSection
      section={section}
      scope={scope}
      tabs={tabs}
      className="eq-news-tabs"
      skeleton={<Skeleton shape="block" height={276} />}
    >
      {(items) => <LeadList section={section} scope={scope} items={items} />}
    </ListSection>
  )
}

interface Props extends Pick<SectionProps, 'section' | 'scope'> {
  readonly items: readonly Item[]
}

function LeadList({ section, scope, items: [lead, ...rest] }: Props) {
  const Heading = section.title ? 'h3' : 'h2'
  if (!lead) return null
  return (
    <div className="eq-lead-list">
      <article className="eq-lead">
        <ItemCover item={lead} category={section.content?.category} />
        <Heading className="eq-clamp-2">
          <ItemLink link={section.open} scope={scope} item={lead} className="eq-cover-link">
            {headingOf(lead, section.content)}
          </ItemLink>
        </Heading>
        {lead.summary ? <p className="eq-clamp-2 eq-muted">{toText(lead.summary)}</p> : null}
      </article>
      <ul className="eq-rows">
        {rest.map((item) => (
          <ItemLine key={String(item.id)} section={section} scope={scope} item={item} />
        ))}
      </ul>
    </div>
  )
}
