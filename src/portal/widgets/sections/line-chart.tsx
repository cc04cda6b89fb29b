// Draws the section of a quantity's course, period by period; the chart is in a chunk of its own.
import { lazy, Suspense } from 'react'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { SectionFrame } from './parts/section-frame.tsx'
import { groupName, periodsOf, statisticGroup, toAmount } from './parts/statistic.ts'
import { useSectionRead } from './parts/use-section-read.ts'

const LAST = { day: 30, month: 12, year: 6 }
const HEIGHT = 196

const Line = lazy(async () => ({
  default: (await import('#portal/widgets/charts/period-chart.tsx')).PeriodChart,
}))

export function LineChartSection({ section, scope }: SectionProps) {
  const read = useSectionRead(section, scope)
  const { field, measure, last } = optionsOf<'sections/line-chart'>(section)
  const query = { of: section.content?.columns.of, measure }
  const group = statisticGroup(read.data, field)
  const { points, every } = periodsOf(group, query, LAST.day, Date.now())
  const shown = points.slice(-(last ?? LAST[every]))
  return (
    <SectionFrame
      section={section}
      scope={scope}
      read={read}
      // One period has no way to go.
      isEmpty={shown.length < 2}
      empty="数据不足，暂无走势"
      skeleton={<Skeleton shape="block" height={HEIGHT} />}
    >
      <Suspense fallback={<Skeleton shape="block" height={HEIGHT} />}>
        <Line
          name={groupName(query, '数量')}
          points={shown.map((point) => ({ ...point, text: toAmount(point.amount, query) }))}
        />
      </Suspense>
    </SectionFrame>
  )
}
