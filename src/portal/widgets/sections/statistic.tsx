// Draws the section of a statistic: figures, or a chart of one of its groups with its table and its file.
import { lazy } from 'react'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { LateSection } from './parts/lazy-section.tsx'

const View = lazy(async () => ({ default: (await import('./on-demand/statistic-view.tsx')).StatisticView }))

export function StatisticSection(props: SectionProps) {
  return <LateSection {...props} view={View} />
}
