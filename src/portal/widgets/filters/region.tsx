// Draws the filter by region: search by name, or province, then city, then district.
import { ChoicePopup } from '../choice-popup.tsx'
import { RegionPanel } from '../region-panel.tsx'
import { useRegionName } from '../use-regions.ts'
import type { FilterProps } from '../widget-props.ts'

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
