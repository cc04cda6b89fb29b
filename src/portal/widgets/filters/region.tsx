// Draws the filter by region: search by name, or province, then city, then district; the panel loads when it opens.
import { lazy, Suspense } from 'react'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { ChoicePopup } from '#portal/widgets/choices/choice-popup.tsx'
import { useRegionName } from '#portal/widgets/choices/use-regions.ts'
import type { FilterProps } from '#portal/widgets/widget-props.ts'

const RegionPanel = lazy(async () => ({ default: (await import('./parts/region-panel.tsx')).RegionPanel }))

export function RegionFilter({ filter, value, onChange }: FilterProps) {
  const code = value[filter.name] ?? ''
  const name = useRegionName(code || null)
  return (
    <ChoicePopup className="eq-region" label={filter.label} text={name || '全国'}>
      {(id, close) => (
        // biome-ignore lint/a11y/useSemanticElements: a panel beside its button, no set of fields
        <div id={id} className="eq-region-panel" role="group" aria-label={`选择${filter.label}`}>
          <Suspense fallback={<Skeleton />}>
            <RegionPanel
              code={code}
              onChoose={(chosen) => {
                onChange({ [filter.name]: chosen })
                close()
              }}
            />
          </Suspense>
        </div>
      )}
    </ChoicePopup>
  )
}
