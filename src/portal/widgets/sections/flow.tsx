// Draws the section that shows the lifecycle of the page's item; the diagram is in a chunk of its own.
import { lazy, Suspense } from 'react'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { SectionFrame } from './parts/section-frame.tsx'

const Drawing = lazy(async () => ({
  default: (await import('./on-demand/lifecycle-diagram.tsx')).LifecycleDiagram,
}))

/** Draws nothing for an item without a lifecycle, such as a record of its own. */
export function FlowSection({ section, scope, page }: SectionProps) {
  if (page.kind !== 'detail' || !page.lifecycle) return null
  const { title } = page.lifecycle
  return (
    <SectionFrame section={section} scope={scope}>
      <details className="eq-flow">
        <summary>{title}：全部状态与步骤</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
        <section aria-label={title} tabIndex={0}>
          <Suspense>
            <Drawing page={page} lifecycle={page.lifecycle} />
          </Suspense>
        </section>
      </details>
    </SectionFrame>
  )
}
