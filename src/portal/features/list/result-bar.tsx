// Draws the line above a list: the number of results, their order, and hints about what the address asks in vain.
import { memo } from 'react'
import { Button } from '#portal/ui/button.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { toFigure } from '#portal/ui/format/format-number.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { cutLetters } from '#shared/formats/text-length.ts'
import type { ListPage, ListView } from '#shared/model/pages/list.ts'
import { FilterChips, FilterPanel } from './filter-panel.tsx'
import { nextSort } from './list-state.ts'
import type { ListBarProps } from './list-view-props.ts'

/** Letters of a value that a note shows. */
const MAX_SHOWN = 20

interface BeyondProps {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly onTurn: (page: number, size: number) => void
}

export function BeyondLast({ page, size, total, onTurn }: BeyondProps) {
  const last = Math.max(1, Math.ceil(total / size))
  return (
    <Empty text={`没有第 ${page} 页，一共 ${last} 页`}>
      <div className="eq-actions">
        <Button onClick={() => onTurn(1, size)}>回到第 1 页</Button>
        {last > 1 ? (
          <Button onClick={() => onTurn(last, size)}>{`到最后一页（第 ${last} 页）`}</Button>
        ) : null}
      </div>
    </Empty>
  )
}

interface IgnoredProps {
  readonly keys: readonly string[]
  readonly onClear: () => void
}

/** Such as of a link that was cut off, or made before a parameter went. */
export function IgnoredKeys({ keys, onClear }: IgnoredProps) {
  if (keys.length === 0) return null
  return (
    <p className="eq-notice" role="status">
      地址中的 {keys.length} 个条件不适用于当前所选的类别，没有生效。
      <button type="button" className="eq-text-button" onClick={onClear}>
        清除这些条件
      </button>
    </p>
  )
}

interface RefusedProps {
  readonly keys: readonly { readonly key: string; readonly label: string }[]
  readonly query: Readonly<Record<string, string>>
  readonly onClear: () => void
}

/** Such as of an old link; the list is shown without them. */
export function RefusedKeys({ keys, query, onClear }: RefusedProps) {
  if (keys.length === 0) return null
  const names = keys.map(({ key, label }) => `“${label}：${cutLetters(query[key] ?? '', MAX_SHOWN)}”`)
  return (
    <p className="eq-notice" role="status">
      地址中的筛选条件{names.join('、')}无效，已忽略。
      <button type="button" className="eq-text-button" onClick={onClear}>
        清除这些条件
      </button>
    </p>
  )
}

interface Props {
  /** Undefined until it is known, null where it could not be found out. */
  readonly total: number | null | undefined
  readonly sorts: ListPage['sorts']
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly views?: ListPage['views']
  readonly view?: ListPage['view']
  readonly onView?: (view: ListPage['view']) => void
}

export const VIEW_NAMES: Record<ListView, string> = {
  rows: '列表',
  table: '表格',
  cards: '卡片',
  ledger: '清单',
  people: '名片',
  plates: '企业',
  terms: '词条',
  shelf: '封面',
  posters: '大图',
  calendar: '日历',
  norms: '目录',
  front: '要闻',
}

/** Of more than so many orders those by parameters are listed. */
const MAX_BUTTONS = 5

function SortSelect({ sorts, sort, onSort }: Pick<Props, 'sorts' | 'sort' | 'onSort'>) {
  const ways = sorts.flatMap(({ value, label, isLeastFirst }) => {
    const most = { value: `-${value}`, label: `${label} 从高到低` }
    const least = { value, label: `${label} 从低到高` }
    return isLeastFirst ? [least, most] : [most, least]
  })
  const chosen = ways.some(({ value }) => value === sort) ? sort : ''
  return (
    <select
      className="eq-input"
      aria-label="按参数排序"
      value={chosen}
      onChange={(event) => onSort(event.target.value)}
    >
      <option value="">按参数排序</option>
      {ways.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

export const ResultBar = memo(function ResultBar({ total, sorts, sort, onSort, ...shown }: Props) {
  const buttons = sorts.length > MAX_BUTTONS ? sorts.filter(({ value }) => !value.includes('.')) : sorts
  const listed = sorts.filter((one) => !buttons.includes(one))
  return (
    <div className="eq-result-bar">
      <p role="status">
        {total === undefined ? (
          '正在查询…'
        ) : total === null ? null : (
          <>
            共 <strong className="eq-figure">{toFigure(total)}</strong> 条结果
          </>
        )}
      </p>
      {sorts.length ? (
        // biome-ignore lint/a11y/useSemanticElements: buttons in a row, no set of fields
        <div className="eq-sorts" role="group" aria-label="排序">
          <button type="button" aria-pressed={sort === ''} onClick={() => onSort('')}>
            默认
          </button>
          {buttons.map((one) => {
            const { value, label } = one
            const isDown = sort === `-${value}`
            const isUp = sort === value
            return (
              <button
                key={value}
                type="button"
                aria-pressed={isDown || isUp}
                aria-label={`按${label}排序${isDown ? '，现在从高到低' : isUp ? '，现在从低到高' : ''}`}
                onClick={() => onSort(nextSort(sort, one))}
              >
                {label}
                {isDown || isUp ? <Icon name={isDown ? 'down' : 'up'} /> : null}
              </button>
            )
          })}
          {listed.length ? <SortSelect sorts={listed} sort={sort} onSort={onSort} /> : null}
        </div>
      ) : null}
      {shown.views ? (
        // biome-ignore lint/a11y/useSemanticElements: buttons in a row, no set of fields
        <div className="eq-sorts" role="group" aria-label="呈现方式">
          {shown.views.map((view) => (
            <button
              key={view}
              type="button"
              aria-pressed={view === shown.view}
              onClick={() => shown.onView?.(view)}
            >
              {VIEW_NAMES[view]}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  )
})

/** Draws what stands above a list on the site: the filters, those that are set, and the line above the results. */
export function ListBar({
  page,
  filters,
  isAwaiting,
  total,
  sort,
  onSort,
  view,
  onView,
  ...rest
}: ListBarProps) {
  const { values, onChange, onClear } = rest
  return (
    <>
      <FilterPanel filters={filters} values={values} onChange={onChange} isAwaiting={isAwaiting} />
      <FilterChips filters={filters} values={values} onChange={onChange} onClear={onClear} />
      <ResultBar
        total={total}
        sorts={page.sorts}
        sort={sort}
        onSort={onSort}
        views={page.views}
        view={view}
        onView={onView}
      />
    </>
  )
}
