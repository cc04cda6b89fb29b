// Draws the section of an item's pending change. If there is one, it loads the comparison with the library of
// patches.
import { lazy, Suspense } from 'react'
import type { PendingChange } from '#portal/features/pending-change/pending-change.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { SectionProps } from '#portal/widgets/widget-props.ts'

const Comparison = lazy(async () => ({
  default: (await import('#portal/features/pending-change/pending-change.tsx')).ChangeComparison,
}))

/** Draws nothing for other users, to whom the server does not disclose the change. */
export function ChangeSection(props: SectionProps) {
  const { change } = (props.scope.item ?? {}) as { readonly change?: PendingChange }
  if (!change) return null
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <Comparison {...props} change={change} />
    </Suspense>
  )
}
