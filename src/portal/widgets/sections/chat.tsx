// Owns the section in which people talk; what it does comes in a chunk of its own.
import { lazy, Suspense } from 'react'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'

const Desk = lazy(async () => ({ default: (await import('#portal/features/chat/chat-view.tsx')).ChatDesk }))

export function ChatSection({ section, scope }: SectionProps) {
  return (
    <Suspense fallback={<Skeleton shape="block" height={560} />}>
      <Desk {...optionsOf<'sections/chat'>(section)} scope={scope} />
    </Suspense>
  )
}
