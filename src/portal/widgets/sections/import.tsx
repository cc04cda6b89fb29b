// Owns the section in which a table is imported; what it does comes in a chunk of its own.
import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { optionsOf } from '../options-of.ts'
import type { SectionProps } from '../widget-props.ts'

const Desk = lazy(async () => ({ default: (await import('../../import/import-desk.tsx')).ImportDesk }))

export function ImportSection({ section, scope }: SectionProps) {
  return (
    <Suspense fallback={<Skeleton shape="block" height={420} />}>
      <Desk {...optionsOf<'sections/import'>(section)} scope={scope} />
    </Suspense>
  )
}
