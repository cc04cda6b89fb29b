// Draws the section that introduces one other item, such as the company behind the current one: picture, name, a few
// facts.
import { toText } from '#portal/ui/format/to-text.ts'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { ItemCover } from '#portal/widgets/items/item-cover.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'
import { SectionFrame } from './parts/section-frame.tsx'
import { useSectionRead } from './parts/use-section-read.ts'

export function ItemCardSection({ section, scope }: SectionProps) {
  const read = useSectionRead(section, scope)
  const item = (read.data ?? {}) as Item
  const { content } = section
  const { summary } = content?.columns ?? {}
  const Heading = section.title ? 'h3' : 'h2'
  // Users who may not read the item, or come after it was taken offline, miss nothing that they could use.
  if (read.error?.status === 404) return null
  return (
    <SectionFrame section={section} scope={scope} read={read} isEmpty={item.id === undefined}>
      <div className="eq-introduced">
        <ItemCover item={item} category={content?.category} picture={content?.picture} className="eq-thumb" />
        <Heading>
          <ItemLink link={section.open} scope={scope} item={item}>
            {headingOf(item, content)}
          </ItemLink>
        </Heading>
      </div>
      <FactList columns={content?.lists?.facts ?? []} item={item} layout="card" />
      {summary && item[summary.field.name] ? (
        <p className="eq-clamp-3 eq-muted">{toText(item[summary.field.name])}</p>
      ) : null}
    </SectionFrame>
  )
}
