// Draws the section of steps in time: configured ones, or those that a source lists.
import { toDateTime } from '#portal/ui/format/format-time.ts'
import { keyed } from '#portal/ui/format/keyed-entries.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { listOf } from '#portal/widgets/items/read-list.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'
import { SectionFrame } from './parts/section-frame.tsx'
import { useSectionRead } from './parts/use-section-read.ts'

interface TimelineItem {
  readonly title: string
  readonly time?: string
  readonly text?: string
}

function toTimelineItem(item: Item): TimelineItem {
  const time = item.at ?? item.time ?? item.publishedAt
  const text = item.reason ?? item.text ?? item.summary
  return {
    title: toText(item.title ?? item.action),
    ...(time ? { time: toDateTime(time) || toText(time) } : {}),
    ...(text ? { text: toText(text) } : {}),
  }
}

export function TimelineSection({ section, scope }: SectionProps) {
  const read = useSectionRead(section, scope)
  const { items = [] } = optionsOf<'sections/timeline'>(section)
  const steps = section.source ? listOf(read.data).map(toTimelineItem) : items
  return (
    <SectionFrame
      section={section}
      scope={scope}
      {...(section.source ? { read } : {})}
      isEmpty={steps.length === 0}
    >
      <ol className="eq-timeline">
        {keyed(steps, ({ title, time }) => `${time}${title}`).map(({ key, entry: { title, time, text } }) => (
          <li key={key}>
            <strong>{title}</strong>
            {time ? <time className="eq-muted eq-figure">{time}</time> : null}
            {text ? <p>{text}</p> : null}
          </li>
        ))}
      </ol>
    </SectionFrame>
  )
}
