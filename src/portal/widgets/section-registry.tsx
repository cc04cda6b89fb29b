// Finds sections by file name; like cells they are part of the reading pages' chunk.

import own from 'portal-widgets/sections'
import { ErrorCard, Guard } from '#portal/ui/error-card.tsx'
import { toRegistry } from './widget-name.ts'
import type { SectionComponent, SectionProps } from './widget-props.ts'

const modules = import.meta.glob('./sections/*.tsx', { eager: true })

export const SECTIONS = toRegistry<SectionComponent>({ ...modules, ...own })

/** A section that needs a heavy library loads that library itself, when it is drawn. */
export function SectionSlot(props: SectionProps) {
  const { widget, title } = props.section
  const Widget = SECTIONS.get(widget)
  if (!Widget) return <ErrorCard title={`没有名为“${widget}”的区块`} />
  return (
    <Guard name={title ?? widget}>
      <Widget {...props} />
    </Guard>
  )
}
