// Draws the section of the map; its code is in chunks of its own.
import { lazy, Suspense } from 'react'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { SectionProps } from '#portal/widgets/widget-props.ts'

const Whole = lazy(async () => ({ default: (await import('#portal/features/map/one-map.tsx')).OneMap }))

export function OneMapSection({ section, scope }: SectionProps) {
  return (
    <Suspense fallback={<Skeleton shape="block" height={620} />}>
      <Whole section={section} scope={scope} />
    </Suspense>
  )
}
