// Draws the section of the interest in an item, week by week; the chart is in a chunk of its own.
import { lazy } from 'react'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { LazySection } from './parts/lazy-section.tsx'

const Chart = lazy(async () => {
  const { WeeklyChart, toWeeks } = await import('#portal/widgets/charts/weekly-chart.tsx')
  return { default: ({ data }: { readonly data: unknown }) => <WeeklyChart weeks={toWeeks(data)} /> }
})

function hasReaders(data: unknown): boolean {
  const weeks = (data as { weeks?: unknown } | null | undefined)?.weeks
  return Array.isArray(weeks) && weeks.some((week) => typeof week?.from === 'string' && week.views > 0)
}

export function TrendSection(props: SectionProps) {
  return <LazySection {...props} view={Chart} isFilled={hasReaders} empty="近期还没有浏览记录" lines={4} />
}
