// Draws the strip of the newest items, in one line: level, title, age.
import { toRelative } from '#portal/ui/format/format-time.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf, momentOf } from '#portal/widgets/items/item-text.ts'
import { listOf } from '#portal/widgets/items/read-list.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'
import { SectionFrame } from './parts/section-frame.tsx'
import { useSectionRead } from './parts/use-section-read.ts'

const DAY = 86_400_000
/** Height of the one line. */
const LINE = 28

export function TickerSection({ section, scope }: SectionProps) {
  const read = useSectionRead(section, scope)
  const { days } = optionsOf<'sections/ticker'>(section)
  const items = listOf(read.data).filter((item) => isRecent(item, days, Date.now()))
  const level = section.content?.columns.level
  return (
    <SectionFrame
      section={section}
      scope={scope}
      read={read}
      // One quiet line keeps the place of what may come.
      isEmpty={section.optional === true && items.length === 0}
      skeleton={<Skeleton shape="block" height={LINE} />}
      className="eq-band"
    >
      {items.length === 0 ? (
        <p className="eq-strip-none">{section.empty?.text ?? '近期没有新的消息'}</p>
      ) : (
        <ul className="eq-ticker">
          {items.map((item) => (
            <li key={String(item.id)}>
              {level && item[level.field.name] != null ? <Cell column={level} item={item} /> : null}
              <ItemLink link={section.open} scope={scope} item={item} className="eq-ticker-title">
                {headingOf(item, section.content)}
              </ItemLink>
              <time dateTime={toText(momentOf(item))}>{toRelative(momentOf(item))}</time>
            </li>
          ))}
        </ul>
      )}
    </SectionFrame>
  )
}

/** Returns false for items older than `days`, which are not news. */
function isRecent(item: Item, days: number | undefined, now: number): boolean {
  if (days === undefined) return true
  return now - new Date(toText(momentOf(item))).getTime() < days * DAY
}
