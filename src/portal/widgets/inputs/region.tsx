// Owns the choice of a region by search or level by level; its value is a GB/T 2260 code.
// Native lists: antd's Cascader and TreeSelect name a list that is not there (axe: aria-valid-attr-value, critical).
import { useState } from 'react'
import { groupProps, type InputProps, isInvalid, isLocked, textOf } from '../input-props.ts'
import { optionsOf } from '../options-of.ts'
import { findRegions, type Region, regionName, regionPath, useRegions } from '../use-regions.ts'

const LEVELS = ['省级', '市级', '区县'] as const
const NONE: readonly Region[] = []

export function RegionInput(props: InputProps) {
  const regions = useRegions(true) ?? NONE
  const [words, setWords] = useState('')
  const path = regionPath(regions, textOf(props.value))
  const depth = optionsOf<'inputs/region'>(props).depth ?? LEVELS.length
  const columns = [regions, path[0]?.children ?? NONE, path[1]?.children ?? NONE].slice(0, depth)
  const found = words
    ? findRegions(regions, words).filter((region) => region.value.length <= depth * 2)
    : NONE
  const locked = isLocked(props)
  const search = (text: string) => {
    setWords(text.split(' ').at(-1) ?? '')
    const match = findRegions(regions, text.split(' ').at(-1) ?? '').find(
      (region) => regionName(regions, region.value) === text,
    )
    if (match) props.onChange(match.value)
  }
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
      <input
        className="eq-input"
        type="search"
        aria-label="搜索地区"
        placeholder="或输入地名搜索，例如 思明区"
        list={`${props.id}-found`}
        autoComplete="off"
        disabled={locked}
        onChange={(event) => search(event.target.value)}
      />
      <datalist id={`${props.id}-found`}>
        {found.map((region) => (
          <option key={region.value} value={regionName(regions, region.value)} />
        ))}
      </datalist>
    </div>
  )
}
