// Draws the section of an item's pending change and its versions. If there are any for the reader, it loads the
// comparison with its libraries.
import { lazy, Suspense } from 'react'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'

const Versions = lazy(async () => ({
  default: (await import('#portal/features/versions/versions-view.tsx')).VersionsView,
}))

/** Draws nothing for other users, to whom the server does not disclose them. */
export function ChangeSection(props: SectionProps) {
  const { change, versioned } = (props.scope.item ?? {}) as Item
  if (!change && !versioned) return null
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <Versions {...props} />
    </Suspense>
  )
}
