// Draws the panel in which a region is searched for or picked level by level. It is custom for the same reason as the
// region's input, and because it is loaded by pages that load no antd.
import { useState } from 'react'
import { useComposedText } from '#portal/ui/hooks/use-composed-text.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { useChoiceSearch } from '#portal/widgets/choices/use-choice-search.ts'
import {
  findRegions,
  type Region,
  regionName,
  regionPath,
  useRegions,
} from '#portal/widgets/choices/use-regions.ts'

interface Props {
  readonly id: string
  readonly code: string
  readonly label: string
  readonly onChoose: (code: string) => void
}

const LEVELS = ['省级', '市级', '区县'] as const

export function RegionPanel({ id, code, label, onChoose }: Props) {
  const regions = useRegions(true)
  const [words, setWords] = useState('')
  const [trail, setTrail] = useState<readonly Region[] | null>(null)
  const { settled, composition } = useComposedText(words)
  const found = useChoiceSearch(settled, (test) => findRegions(regions ?? [], settled, test))
  if (!regions)
    return (
      <div id={id} className="eq-region-panel">
        <Skeleton />
      </div>
    )
  const path = trail ?? regionPath(regions, code)
  const columns = [regions, path[0]?.children ?? [], path[1]?.children ?? []]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a panel beside its button, no set of fields
    <div id={id} className="eq-region-panel" role="group" aria-label={`选择${label}`}>
      <input
        className="eq-input"
        type="search"
        aria-label="搜索地区"
        placeholder="输入省、市、区县名称"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        {...composition}
      />
      {settled.trim() ? (
        <ul className="eq-region-found">
          {found.map((region) => (
            <li key={region.value}>
              <button type="button" onClick={() => onChoose(region.value)}>
                {regionName(regions, region.value)}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <div className="eq-region-columns">
          {columns.map((column, level) =>
            column.length === 0 ? null : (
              <ul key={LEVELS[level]} aria-label={LEVELS[level]}>
                {column.map((region) => (
                  <li key={region.value}>
                    <button
                      type="button"
                      aria-pressed={path[level]?.value === region.value}
                      onClick={() =>
                        region.children?.length
                          ? setTrail([...path.slice(0, level), region])
                          : onChoose(region.value)
                      }
                    >
                      {region.label}
                    </button>
                  </li>
                ))}
              </ul>
            ),
          )}
        </div>
      )}
      <footer>
        <button type="button" className="eq-text-button" onClick={() => onChoose('')}>
          不限地区
        </button>
        {path.length ? (
          <button
            type="button"
            className="eq-button eq-button-primary"
            onClick={() => onChoose(path.at(-1)?.value ?? '')}
          >
            选择{path.at(-1)?.label}
          </button>
        ) : null}
      </footer>
    </div>
  )
}
