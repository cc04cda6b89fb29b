// Draws the section of the item's children; its code is in a chunk of its own.
import { lazy } from 'react'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { LateSection } from './parts/lazy-section.tsx'

const ChildItems = lazy(async () => ({
  default: (await import('#portal/features/children/child-items.tsx')).ChildItems,
}))

export function ChildListSection(props: SectionProps) {
  return <LateSection {...props} view={ChildItems} />
}
