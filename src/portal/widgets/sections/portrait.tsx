// Draws the section of an item's profile chart: its numbers compared with all of its kind. The chart is in a chunk of
// its own.
import { lazy } from 'react'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { LazySection } from './parts/lazy-section.tsx'

const View = lazy(async () => {
  const { ProfileChart, toProfile } = await import('#portal/widgets/charts/profile-chart.tsx')
  return { default: ({ data }: { readonly data: unknown }) => <ProfileChart profile={toProfile(data)} /> }
})

/** A number and where it stands is the least that can be drawn. */
function hasNumbers(data: unknown): boolean {
  const list = (data as { dimensions?: unknown } | null | undefined)?.dimensions
  return Array.isArray(list) && list.some((one) => Number.isFinite(one?.value) && Number.isFinite(one?.score))
}

export function PortraitSection(props: SectionProps) {
  return <LazySection {...props} view={View} isFilled={hasNumbers} empty="数据不足，暂无画像" lines={8} />
}
