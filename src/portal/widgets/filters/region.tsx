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
        <Suspense
          fallback={
            <div id={id} className="eq-region-panel">
              <Skeleton />
            </div>
          }
        >
          <RegionPanel
            id={id}
            code={code}
            label={filter.label}
            onChoose={(chosen) => {
              onChange({ [filter.name]: chosen })
              close()
            }}
          />
        </Suspense>
      )}
    </ChoicePopup>
  )
}
