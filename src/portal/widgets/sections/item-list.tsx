// Owns the section that lists items one a line, as they come or as a ranking.
import type { Section } from '../../../shared/page-model.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ItemRow } from '../item-row.tsx'
import { listOf, totalOf } from '../list-of.ts'
import { optionsOf } from '../options-of.ts'
import { SectionFrame } from '../section-frame.tsx'
import { useSectionRead } from '../use-section-read.ts'
import type { SectionProps } from '../widget-props.ts'

const USUAL = 6
const MOST = 10

/** As many and as high as what comes. */
function Rows({ section: { source, content } }: { readonly section: Section }) {
  const lines = Math.min(MOST, Number(source?.params.limit) || USUAL)
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
          <ItemRow
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
