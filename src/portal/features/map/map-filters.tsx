// Draws the filters of the map: kinds with their numbers, category, keywords.
import { useId } from 'react'
import { useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { Button } from '#portal/ui/button.tsx'
import { emptyShade, type Shade } from '#portal/ui/format/shading.ts'
import { useTypedQuery } from '#portal/widgets/choices/use-typed-query.ts'
import type { MapKind, MapNumbers } from '#shared/calls/map-answers.ts'
import type { MapAddress } from './use-map-address.ts'

interface MapLegendProps {
  readonly shades: readonly Shade[]
  readonly kinds: readonly MapKind[]
  readonly caption: string
  readonly unplaced: number
}

/** Draws the patch of colour that a legend or an entry bears. */
export const Patch = ({ color, round = false }: { readonly color: string; readonly round?: boolean }) => (
  <svg className="eq-map-patch" viewBox="0 0 14 14" aria-hidden>
    {round ? (
      <circle cx="7" cy="7" r="6" fill={color} />
    ) : (
      <rect width="14" height="14" rx="2" fill={color} />
    )}
  </svg>
)

/** Draws the legend under the map: its shades and markers, and the caption that maps must have. */
export function MapLegend({ shades, kinds, caption, unplaced }: MapLegendProps) {
  return (
    <div className="eq-map-legend">
      <ul aria-label="地区颜色">
        <li>
          <Patch color={emptyShade().color} />0 项
        </li>
        {shades.map(({ color, from, to }) => (
          <li key={from}>
            <Patch color={color} />
            {from === to ? from : `${from}–${to}`} 项
          </li>
        ))}
      </ul>
      <ul aria-label="标记颜色">
        {kinds.map(({ kind, title, color }) => (
          <li key={kind}>
            <Patch color={color} round />
            {title}
          </li>
        ))}
      </ul>
      <p>
        圆环内的数字为聚合的项数，点击放大；单个圆点的位置为所在地区示意，图钉为登记的坐标。
        {unplaced > 0 ? `另有 ${unplaced} 项未注明所辖地区，不在图上着色。` : ''}
      </p>
      <p className="eq-map-caption">{caption}</p>
    </div>
  )
}

interface Props {
  readonly kinds: readonly MapKind[]
  readonly numbers: MapNumbers | undefined
  readonly address: MapAddress
  /** Dictionary of the categories; without it there is no choice of them. */
  readonly categories: string | undefined
  readonly categoriesTitle: string | undefined
}

export function MapFilters({ kinds, numbers, address, categories, categoriesTitle = '类目' }: Props) {
  const id = useId()
  const entries = useDictionary(categories ?? '')
  const countOf = new Map(numbers?.kinds.map(({ kind, count }) => [kind, count]))
  const { kinds: chosen, sysCategoryId, keyWord } = address
  const toggle = (kind: string) => {
    const next = chosen.includes(kind) ? chosen.filter((one) => one !== kind) : [...chosen, kind]
    address.choose({ kinds: next.length === kinds.length ? '' : next.join(',') })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to all readers yet
    <div className="eq-map-filters" role="search" aria-label="筛选地图">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row everywhere */}
      <div className="eq-map-kinds" role="group" aria-label="图层">
        <button
          type="button"
          aria-pressed={chosen.length === 0}
          onClick={() => address.choose({ kinds: '' })}
        >
          全部
        </button>
        {kinds.map(({ kind, title, color }) => (
          <button key={kind} type="button" aria-pressed={chosen.includes(kind)} onClick={() => toggle(kind)}>
            <Patch color={color} round />
            {title}
            <span className="eq-figure">{countOf.get(kind) ?? '…'}</span>
          </button>
        ))}
      </div>
      {entries.length > 0 ? (
        <div className="eq-map-field">
          <label htmlFor={id}>{categoriesTitle}</label>
          <select
            id={id}
            className="eq-select"
            value={sysCategoryId}
            onChange={(event) => address.choose({ sysCategoryId: event.target.value })}
          >
            <option value="">全部类目</option>
            {entries.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
      ) : null}
      <KeywordForm value={keyWord} onSubmit={(words) => address.choose({ keyWord: words })} />
    </div>
  )
}

interface KeywordFormProps {
  readonly value: string
  readonly onSubmit: (words: string) => void
}

/** Draws the box for words that the map's items must contain, applied on Enter or with the button. */
function KeywordForm({ value, onSubmit }: KeywordFormProps) {
  const id = useId()
  const { input, submit } = useTypedQuery(value, onSubmit)
  return (
    <form className="eq-map-field" onSubmit={submit}>
      <label htmlFor={id}>关键词</label>
      <input
        id={id}
        ref={input}
        className="eq-input"
        type="search"
        maxLength={50}
        placeholder="名称、用途、单位"
        defaultValue={value}
      />
      <Button type="submit" look="primary" icon="search" aria-label="搜索" />
    </form>
  )
}
