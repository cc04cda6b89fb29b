// Draws the section that lists items, one on each line, in their order or as a ranking.

import { Skeleton } from '#portal/ui/skeleton.tsx'
import { ItemLine } from '#portal/widgets/items/item-row.tsx'
import { listOf, totalOf } from '#portal/widgets/items/read-list.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import type { Section } from '#shared/model/page-model.ts'
import { SectionFrame } from './parts/section-frame.tsx'
import { useSectionRead } from './parts/use-section-read.ts'

const USUAL = 6
const MAX_LINES = 10

/** As many and as high as what comes. */
function Rows({ section: { source, content } }: { readonly section: Section }) {
  const lines = Math.min(MAX_LINES, Number(source?.params.limit) || USUAL)
  return <Skeleton lines={lines} shape={content?.lists?.facts ? 'facts' : 'rows'} />
}

export function ItemListSection({ section, scope }: SectionProps) {
  const read = useSectionRead(section, scope)
  const items = listOf(read.data)
  const { ranked, count } = optionsOf<'sections/item-list'>(section)
  const title =
    count && read.data !== undefined ? `${section.title ?? ''}（${totalOf(read.data)}）` : undefined
  return (
    <SectionFrame
      section={section}
      {...(title ? { title } : {})}
      scope={scope}
      read={read}
      isEmpty={items.length === 0}
      skeleton={<Rows section={section} />}
    >
      <ul className="eq-rows">
        {items.map((item, index) => (
          <ItemLine
            key={String(item.id)}
            section={section}
            scope={scope}
            item={item}
            {...(ranked ? { rank: index + 1 } : {})}
          />
        ))}
      </ul>
    </SectionFrame>
  )
}
