// Draws the section of bars: the number of items for each value of one field, or the total of their numbers.
import { AppLink } from '#portal/ui/app-link.tsx'
import { keyed } from '#portal/ui/format/keyed-entries.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { SectionFrame } from './parts/section-frame.tsx'
import { findLargestAmounts, statisticGroup, toAmount } from './parts/statistic.ts'
import { useSectionRead } from './parts/use-section-read.ts'

const DEFAULT_BARS = 8
/** Height of a bar with the gap below. */
const ROW = 38

export function BarChartSection({ section, scope }: SectionProps) {
  const read = useSectionRead(section, scope)
  const { field, most = DEFAULT_BARS, link, measure } = optionsOf<'sections/bar-chart'>(section)
  const query = { of: section.content?.columns.of, measure }
  const rows = findLargestAmounts(statisticGroup(read.data, field), query, most)
  const largest = Math.max(...rows.map(({ amount }) => amount ?? 0))
  return (
    <SectionFrame
      section={section}
      scope={scope}
      read={read}
      isEmpty={rows.length === 0}
      skeleton={<Skeleton shape="block" height={most * ROW} />}
    >
      <ul className="eq-bars" data-amounts={query.of ? true : undefined}>
        {keyed(rows, ({ label }) => label).map(({ key, entry: { value, label, amount } }) => (
          <li key={key}>
            {link ? (
              <AppLink link={link} scope={{ ...scope, item: { value } }} className="eq-bar-label">
                {label}
              </AppLink>
            ) : (
              <span className="eq-bar-label">{label}</span>
            )}
            <svg className="eq-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden>
              <rect width={Math.max(1, Math.round(((amount ?? 0) / largest) * 100))} height="10" rx="1" />
            </svg>
            <span className="eq-figure">{toAmount(amount, query)}</span>
          </li>
        ))}
      </ul>
    </SectionFrame>
  )
}
