// Draws the choice of a region by search or level by level; its value is a GB/T 2260 code. The lists are native:
// antd's Cascader and TreeSelect reference a list that does not exist (axe: aria-valid-attr-value, critical).

import { type Region, regionPath, useRegions } from '#portal/widgets/choices/use-regions.ts'
import { groupProps, type InputProps, inputText, isInvalid, isLocked } from '#portal/widgets/input-props.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import { RegionSearch } from './parts/region-search.tsx'

const LEVELS = ['省级', '市级', '区县'] as const
const NONE: readonly Region[] = []

export function RegionInput(props: InputProps) {
  const regions = useRegions(true) ?? NONE
  const path = regionPath(regions, inputText(props.value))
  const depth = optionsOf<'inputs/region'>(props).depth ?? LEVELS.length
  const columns = [regions, path[0]?.children ?? NONE, path[1]?.children ?? NONE].slice(0, depth)
  const locked = isLocked(props)
  return (
    <div {...groupProps(props)} className="eq-region-input">
      {columns.map((column, level) => (
        <select
          key={LEVELS[level]}
          className="eq-input eq-input-select"
          aria-label={LEVELS[level]}
          aria-invalid={isInvalid(props) || undefined}
          disabled={locked || column.length === 0}
          value={path[level]?.value ?? ''}
          onChange={(event) => props.onChange(event.target.value || path[level - 1]?.value || undefined)}
        >
          <option value="">{level === 0 ? '请选择省级' : `${LEVELS[level]}（可不选）`}</option>
          {column.map((region) => (
            <option key={region.value} value={region.value}>
              {region.label}
            </option>
          ))}
        </select>
      ))}
      <RegionSearch
        id={props.id}
        regions={regions}
        depth={depth}
        disabled={locked}
        onChoose={(code) => props.onChange(code)}
      />
    </div>
  )
}
