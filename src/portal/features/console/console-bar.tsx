// Draws the bar above a list of the console in one line: words, filters behind buttons, the order, the row density.
import type { ReactNode } from 'react'
import { useFilterText } from '#portal/features/list/filter-panel.tsx'
import { keysOf } from '#portal/features/list/list-state.ts'
import type { ListBarProps } from '#portal/features/list/list-view-props.ts'
import { VIEW_NAMES } from '#portal/features/list/result-bar.tsx'
import { toFigure } from '#portal/ui/format/format-number.ts'
import { ChoicePopup } from '#portal/widgets/choices/choice-popup.tsx'
import { FilterField } from '#portal/widgets/filter-registry.tsx'
import type { Filter } from '#shared/model/page-model.ts'
import type { ListPage } from '#shared/model/pages/list.ts'

/** Filters that stand in the bar itself; the others stand together behind one button. */
const MAX_BUTTONS = 3

interface FilterProps extends Pick<ListBarProps, 'values' | 'onChange'> {
  readonly filter: Filter
}

const isSet = (filter: Filter, values: ListBarProps['values']): boolean =>
  keysOf(filter).some((key) => values[key])

function FilterButton({ filter, values, onChange }: FilterProps) {
  const text = useFilterText(filter, values)
  const isActive = isSet(filter, values)
  const clear = () => onChange(Object.fromEntries(keysOf(filter).map((key) => [key, ''])))
  return (
    <ChoicePopup
      className="eq-list-bar-filter"
      label="筛选"
      text={isActive ? `${filter.label}：${text}` : filter.label}
      isActive={isActive}
    >
      {(id) => (
        <div id={id} className="eq-choice-panel eq-list-bar-panel">
          <FilterField filter={filter} value={values} onChange={onChange} />
          {isActive ? (
            <button type="button" className="eq-text-button" onClick={clear}>
              取消“{filter.label}”筛选
            </button>
          ) : null}
        </div>
      )}
    </ChoicePopup>
  )
}

/** Filters that have no button of their own. */
function MoreFilters({ filters, values, onChange }: Pick<ListBarProps, 'filters' | 'values' | 'onChange'>) {
  return (
    <ChoicePopup className="eq-list-bar-filter" label="筛选" text="更多筛选">
      {(id) => (
        <div id={id} className="eq-choice-panel eq-list-bar-panel eq-list-bar-more">
          {filters.map((filter) => (
            <div key={filter.name} className="eq-filter-row">
              <span className="eq-filter-label" aria-hidden>
                {filter.label}
              </span>
              <FilterField filter={filter} value={values} onChange={onChange} />
            </div>
          ))}
        </div>
      )}
    </ChoicePopup>
  )
}

const isTime = (page: ListPage, name: string): boolean =>
  page.columns.some(({ field }) => field.name === name && field.type.startsWith('date')) ||
  name.endsWith('At')

function SortSelect({ page, sort, onSort }: Pick<ListBarProps, 'page' | 'sort' | 'onSort'>) {
  if (page.sorts.length === 0) return null
  return (
    <select
      className="eq-input eq-list-bar-sort"
      aria-label="排序"
      value={sort}
      onChange={({ target }) => onSort(target.value)}
    >
      <option value="">默认排序</option>
      {page.sorts.flatMap(({ value, label }) => {
        const [most, least] = isTime(page, value) ? ['从新到旧', '从旧到新'] : ['从高到低', '从低到高']
        return [
          <option key={`-${value}`} value={`-${value}`}>{`${label}${most}`}</option>,
          <option key={value} value={value}>{`${label}${least}`}</option>,
        ]
      })}
    </select>
  )
}

interface Props extends ListBarProps {
  /** Further controls at the end of the line. */
  readonly children?: ReactNode
}

export function ConsoleBar({ page, filters, values, onChange, onClear, total, children, ...rest }: Props) {
  const { sort, onSort, view, onView } = rest
  const words = filters.filter(({ widget }) => widget === 'keyword')
  const others = filters.filter(({ widget }) => widget !== 'keyword')
  const isShown = (filter: Filter, index: number) =>
    index < MAX_BUTTONS || others.length === MAX_BUTTONS + 1 || isSet(filter, values)
  const shown = others.filter(isShown)
  const hidden = others.filter((filter, index) => !isShown(filter, index))
  return (
    <section className="eq-list-bar" aria-label="筛选">
      {words.map((filter) => (
        <FilterField key={filter.name} filter={filter} value={values} onChange={onChange} />
      ))}
      {shown.map((filter) => (
        <FilterButton key={filter.name} filter={filter} values={values} onChange={onChange} />
      ))}
      {hidden.length > 0 ? <MoreFilters filters={hidden} values={values} onChange={onChange} /> : null}
      {filters.some((filter) => isSet(filter, values)) ? (
        <button type="button" className="eq-text-button" onClick={onClear}>
          清空
        </button>
      ) : null}
      <p className="eq-list-bar-total" role="status">
        {total === undefined ? (
          '正在查询…'
        ) : total === null ? null : (
          <>
            共 <strong className="eq-figure">{toFigure(total)}</strong> 条结果
          </>
        )}
      </p>
      <SortSelect page={page} sort={sort} onSort={onSort} />
      {page.views ? (
        // biome-ignore lint/a11y/useSemanticElements: buttons in a row, no set of fields
        <div className="eq-sorts" role="group" aria-label="呈现方式">
          {page.views.map((one) => (
            <button key={one} type="button" aria-pressed={one === view} onClick={() => onView(one)}>
              {VIEW_NAMES[one]}
            </button>
          ))}
        </div>
      ) : null}
      {children}
    </section>
  )
}
