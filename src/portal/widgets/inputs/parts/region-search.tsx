// Draws the search of a region by name; it takes a single hit and offers several.
import { useState } from 'react'
import { deferBlur } from '#portal/core/form-state/deferred-blur.ts'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { useComposedText } from '#portal/ui/hooks/use-composed-text.ts'
import { useChoiceSearch } from '#portal/widgets/choices/use-choice-search.ts'
import { type Region, regionName, searchRegions } from '#portal/widgets/choices/use-regions.ts'

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

export function RegionSearch({ id, regions, depth, disabled, onChoose }: Props) {
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
