// Owns the section of items below the one shown; what draws them is a chunk of its own.
import { lazy } from 'react'
import { LateSection } from '../late-section.tsx'
import type { SectionProps } from '../widget-props.ts'

const ChildItems = lazy(async () => ({ default: (await import('../child-items.tsx')).ChildItems }))

export function ChildListSection(props: SectionProps) {
  return <LateSection {...props} view={ChildItems} />
}
