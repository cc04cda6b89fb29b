// Draws the section in which a table is imported; its code is in a chunk of its own.
import { lazy, Suspense } from 'react'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'

const ImportPanel = lazy(async () => ({
  default: (await import('#portal/features/import/import-view.tsx')).ImportPanel,
}))

export function ImportSection({ section, scope }: SectionProps) {
  return (
    <Suspense fallback={<Skeleton shape="block" height={420} />}>
      <ImportPanel {...optionsOf<'sections/import'>(section)} scope={scope} />
    </Suspense>
  )
}
