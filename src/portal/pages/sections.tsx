// Owns the 12-column grid of a page's sections, each shown when its condition holds.
import { memo } from 'react'
import { holds, type Scope } from '../../shared/condition.ts'
import type { Page, Section } from '../../shared/model.ts'
import { SectionSlot } from '../widgets/section-registry.tsx'

interface Props {
  readonly sections: readonly Section[]
  readonly scope: Scope
  readonly page: Page
}

export const Sections = memo(function Sections({ sections, scope, page }: Props) {
  return (
    <div className="eq-grid">
      {sections.map((section, index) =>
        section.when && !holds(section.when, scope) ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a section is known by its place on the page
          <div key={`${section.widget}${index}`} className="eq-grid-cell" data-span={section.span ?? 12}>
            <SectionSlot section={section} scope={scope} page={page} />
          </div>
        ),
      )}
    </div>
  )
})
