// Draws the section of a chat; its code is in a chunk of its own.
import { lazy, Suspense } from 'react'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'

const ChatView = lazy(async () => ({
  default: (await import('#portal/features/chat/chat-view.tsx')).ChatView,
}))

export function ChatSection({ section, scope }: SectionProps) {
  return (
    <Suspense fallback={<Skeleton shape="block" height={560} />}>
      <ChatView {...optionsOf<'sections/chat'>(section)} scope={scope} />
    </Suspense>
  )
}
