// Owns the strip of what is newest, in one line: level, title, how long ago.
import { toRelative } from '../../ui/format-time.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toText } from '../../ui/to-text.ts'
import { Cell } from '../cell-registry.tsx'
import { ItemLink } from '../item-link.tsx'
import { headingOf, momentOf } from '../item-text.ts'
import { listOf } from '../list-of.ts'
import { optionsOf } from '../options-of.ts'
import { SectionFrame } from '../section-frame.tsx'
import { useSectionRead } from '../use-section-read.ts'
import type { Item, SectionProps } from '../widget-props.ts'

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

/** What came longer ago is no news. */
function isRecent(item: Item, days: number | undefined, now: number): boolean {
  if (days === undefined) return true
  return now - new Date(toText(momentOf(item))).getTime() < days * DAY
}
