// Owns the section of the change that waits beside an item: it loads what shows it, with the library of patches, where there is one.
import { lazy, Suspense } from 'react'
import type { Change } from '#portal/features/detail/pending-change.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { SectionProps } from '#portal/widgets/widget-props.ts'

const Comparison = lazy(async () => ({
  default: (await import('#portal/features/detail/pending-change.tsx')).ChangeComparison,
}))

/** Nothing for other readers, to whom the server does not tell of the change. */
export function ChangeSection(props: SectionProps) {
  const { change } = (props.scope.item ?? {}) as { readonly change?: Change }
  if (!change) return null
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <Comparison {...props} change={change} />
    </Suspense>
  )
}
