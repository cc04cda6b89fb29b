// Owns the section of bars: how many items there are of each value of one field.
import { AppLink } from '../../ui/app-link.tsx'
import { keyed } from '../../ui/keyed.ts'
import { toText } from '../../ui/to-text.ts'
import { listOf } from '../list-of.ts'
import { optionsOf } from '../options-of.ts'
import { SectionFrame } from '../section-frame.tsx'
import { useSectionRead } from '../use-section-read.ts'
import type { SectionProps } from '../widget-props.ts'

const MOST = 8

export function BarChartSection({ section, scope }: SectionProps) {
  const read = useSectionRead(section, scope)
  const { field, most = MOST, link } = optionsOf<'sections/bar-chart'>(section)
  const groups = listOf((read.data as { groups?: unknown } | null | undefined)?.groups)
  const group = groups.find((one) => one.field === field) ?? groups[0]
  const rows = listOf(group?.items)
    .map((one) => ({
      value: one.value,
      label: toText(one.label),
      count: typeof one.count === 'number' ? one.count : 0,
    }))
    .filter(({ count }) => Number.isFinite(count) && count > 0)
    .slice(0, most)
  const largest = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <SectionFrame section={section} scope={scope} read={read} isEmpty={rows.length === 0}>
      <ul className="eq-bars">
        {keyed(rows, ({ label }) => label).map(({ key, entry: { value, label, count } }) => (
          <li key={key}>
            {link ? (
              <AppLink link={link} scope={{ ...scope, item: { value } }} className="eq-bar-label">
                {label}
              </AppLink>
            ) : (
              <span className="eq-bar-label">{label}</span>
            )}
            <svg className="eq-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden>
              <rect width={Math.max(1, Math.round((count / largest) * 100))} height="10" rx="1" />
            </svg>
            <span className="eq-figure">{count}</span>
          </li>
        ))}
      </ul>
    </SectionFrame>
  )
}
