// Draws the filter by region: search by name, or province, then city, then district.
import { ChoicePopup } from '#portal/widgets/choices/choice-popup.tsx'
import { useRegionName } from '#portal/widgets/choices/use-regions.ts'
import type { FilterProps } from '#portal/widgets/widget-props.ts'
import { RegionPanel } from './parts/region-panel.tsx'

export function RegionFilter({ filter, value, onChange }: FilterProps) {
  const code = value[filter.name] ?? ''
  const name = useRegionName(code || null)
  return (
    <ChoicePopup className="eq-region" label={filter.label} text={name || '全国'}>
      {(id, close) => (
        <RegionPanel
          id={id}
          code={code}
          label={filter.label}
          onChoose={(chosen) => {
            onChange({ [filter.name]: chosen })
            close()
          }}
        />
      )}
    </ChoicePopup>
  )
}
