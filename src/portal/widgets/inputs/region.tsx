// Draws the choice of a region by search or level by level; its value is a GB/T 2260 code. The lists are native:
// antd's Cascader and TreeSelect reference a list that does not exist (axe: aria-valid-attr-value, critical).

import { useState } from 'react'
import { deferBlur } from '#portal/core/form-state/deferred-blur.ts'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { useComposedText } from '#portal/ui/hooks/use-composed-text.ts'
import { useChoiceSearch } from '#portal/widgets/choices/use-choice-search.ts'
import {
  type Region,
  regionName,
  regionPath,
  searchRegions,
  useRegions,
} from '#portal/widgets/choices/use-regions.ts'
import { groupProps, type InputProps, inputText, isInvalid, isLocked } from '#portal/widgets/input-props.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'

interface Props {
  readonly id: string
  readonly regions: readonly Region[]
  /** How many levels down there is to choose from. */
  readonly depth: number
  readonly disabled: boolean
  readonly onChoose: (code: string) => void
}

/** More than anybody reads through. */
const MAX_MATCHES = 30

/** Draws the search of a region by name; it takes a single hit and offers several. */
function RegionSearch({ id, regions, depth, disabled, onChoose }: Props) {
  const [words, setWords] = useState('')
  const [message, setMessage] = useState('')
  const { settled, composition } = useComposedText(words)
  const found = useChoiceSearch(settled, (test) => searchRegions(regions, settled, depth, test))
  const [single] = found.length === 1 ? found : []
  const list = `${id}-found`
  const choose = ({ value }: Region) => {
    onChoose(value)
    setWords('')
    setMessage(`已选择：${regionName(regions, value)}`)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that the search was left
    <div
      className="eq-region-search"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!single || currentTarget.contains(relatedTarget)) return
        onChoose(single.value)
        // The list that goes must not move what is being pressed.
        deferBlur(() => choose(single))
      }}
    >
      <input
        className="eq-input"
        type="search"
        aria-label="搜索地区"
        aria-controls={words ? list : undefined}
        placeholder="或输入地名搜索，例如：思明区"
        autoComplete="off"
        disabled={disabled}
        value={words}
        onChange={(event) => {
          setWords(event.target.value)
          setMessage('')
        }}
        onKeyDown={(event) => {
          if (pressedKey(event) !== 'Enter' || !words) return
          // It would hand the form in.
          event.preventDefault()
          if (single) choose(single)
        }}
        {...composition}
      />
      {settled.trim() && found.length > 0 ? (
        <ul id={list} className="eq-region-offers" aria-label="找到的地区">
          {found.slice(0, MAX_MATCHES).map((region) => (
            <li key={region.value}>
              <button type="button" onClick={() => choose(region)}>
                {regionName(regions, region.value)}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="eq-help" role="status">
        {settled.trim() && regions.length > 0 ? describeMatchCount(found.length) : message}
      </p>
    </div>
  )
}

function describeMatchCount(count: number): string {
  if (count === 0) return '没有找到，请从列表选择'
  return count === 1
    ? '找到 1 个，按回车选择'
    : `找到 ${count} 个，请选择${count > MAX_MATCHES ? '，或多输入几个字' : ''}`
}

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
