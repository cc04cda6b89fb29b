// Owns the band of figures: how much the portal holds.
import { toFigure } from '../../ui/format-number.ts'
import { keyed } from '../../ui/keyed.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toText } from '../../ui/to-text.ts'
import { listOf } from '../list-of.ts'
import { optionsOf } from '../options-of.ts'
import { SectionFrame } from '../section-frame.tsx'
import { useSectionRead } from '../use-section-read.ts'
import type { SectionProps } from '../widget-props.ts'

export function StatBandSection({ section, scope }: SectionProps) {
  const read = useSectionRead(section, scope)
  const { types } = optionsOf<'sections/stat-band'>(section)
  const all = listOf(read.data)
  const rows = types?.flatMap((type) => all.filter((row) => row.type === type)) ?? all
  return (
    <SectionFrame
      section={section}
      scope={scope}
      read={read}
      isEmpty={rows.length === 0}
      skeleton={<Skeleton shape="block" height={88} />}
      className="eq-stat-card"
    >
      <dl className="eq-stats">
        {keyed(rows, (row) => toText(row.type ?? row.title)).map(({ key, entry: row }) => (
          <div key={key}>
            <dt>{toText(row.title)}</dt>
            <dd className="eq-figure">{toFigure(row.count) || '0'}</dd>
          </div>
        ))}
      </dl>
    </SectionFrame>
  )
}
