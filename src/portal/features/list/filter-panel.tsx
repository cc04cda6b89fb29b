// Draws the panel of filters: keyword on top, the others in single-line rows, collapsed behind a button on narrow
// screens.
import { Fragment, memo, useId } from 'react'
import { useLocation } from 'react-router-dom'
import { useDictionary } from '#portal/core/configuration/dictionaries.ts'
import { useUnfolded } from '#portal/core/state/use-unfolded.ts'
import { Button } from '#portal/ui/button.tsx'
import { toFigure } from '#portal/ui/format/format-number.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { useChoices } from '#portal/widgets/choices/use-choices.ts'
import { useRegionName } from '#portal/widgets/choices/use-regions.ts'
import { FilterField } from '#portal/widgets/filter-registry.tsx'
import type { Filter } from '#shared/model/page-model.ts'
import { keysOf } from './list-state.ts'

const LEVELS = [0, 1, 2, 3] as const

interface FilterChipsProps {
  readonly filters: readonly Filter[]
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (changes: Readonly<Record<string, string>>) => void
  readonly onClear: () => void
}

export function useFilterText(filter: Filter, values: FilterChipsProps['values']): string {
  const value = values[filter.name] ?? ''
  const choices = useChoices(filter)
  const region = useRegionName(filter.widget === 'region' && value ? value : null)
  const category = useCategoryName(filter.field?.levels, value)
  if (filter.widget === 'region') return region
  if (category) return category
  if (filter.widget.endsWith('-range')) {
    const [from, to] = keysOf(filter).map((key) => formatBound(filter, values[key]))
    const unit = filter.field?.unit ? ` ${filter.field.unit}` : ''
    if (from && to) return `${from}～${to}${unit}`
    return from ? `不低于 ${from}${unit}` : `不高于 ${to}${unit}`
  }
  if (filter.widget === 'yes-no') return value === 'true' ? '是' : '否'
  return value
    .split(',')
    .map((entry) => choices.find((choice) => choice.value === entry)?.label ?? entry)
    .join('、')
}

/** Formats numbers as in the list; dates stay as they are. */
function formatBound({ widget }: Filter, bound: string | undefined): string | undefined {
  return (widget === 'number-range' && bound && toFigure(Number(bound))) || bound
}

function Chip({
  filter,
  values,
  onChange,
}: Omit<FilterChipsProps, 'filters' | 'onClear'> & { readonly filter: Filter }) {
  const text = useFilterText(filter, values)
  const clear = () => onChange(Object.fromEntries(keysOf(filter).map((key) => [key, ''])))
  return (
    <button
      type="button"
      className="eq-chip"
      aria-label={`取消筛选 ${filter.label}：${text}`}
      onClick={clear}
    >
      {filter.label}：{text}
      <Icon name="close" />
    </button>
  )
}

/** Draws the chips of the active filters, each removable, with 清空. */
export function FilterChips({ filters, values, onChange, onClear }: FilterChipsProps) {
  const set = filters.filter((filter) => keysOf(filter).some((key) => values[key]))
  if (set.length === 0) return null
  return (
    <div className="eq-chips">
      {set.map((filter) => (
        <Chip key={filter.name} filter={filter} values={values} onChange={onChange} />
      ))}
      <button type="button" className="eq-text-button" onClick={onClear}>
        清空
      </button>
    </div>
  )
}

/** Undefined for what is no category of these levels. */
function useCategoryName(levels: readonly string[] | undefined, value: string): string | undefined {
  // biome-ignore lint/correctness/useHookAtTopLevel: the levels are constant, so the order of hooks is
  const nodes = LEVELS.flatMap((level) => useDictionary(levels?.[level] ?? ''))
  return nodes.find((node) => node.value === value)?.label
}

const ROWS_SHOWN = 4
/** Of the parameters of a chosen category, besides. */
const PARAMETERS_SHOWN = 4

interface Props {
  readonly filters: readonly Filter[]
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (changes: Readonly<Record<string, string>>) => void
  /** The parameters of the chosen category are on their way: their rows have their places. */
  readonly isAwaiting?: boolean
}

const isParameter = ({ name }: Filter): boolean => name.includes('.')

/** The first of the page's own, and the first of the category's: neither pushes the others out of sight. */
function selectInitialFilters(rows: readonly Filter[]): ReadonlySet<Filter> {
  const own = rows.filter((row) => !isParameter(row)).slice(0, ROWS_SHOWN)
  const parameters = rows.filter(isParameter).slice(0, PARAMETERS_SHOWN)
  return new Set(rows.filter((row) => own.includes(row) || parameters.includes(row)))
}

/** Below the category, as the rows that come. */
const AwaitedRows = () =>
  Array.from({ length: PARAMETERS_SHOWN }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: places without anything in them
    <div key={place} className="eq-filter-row" data-half="true" aria-hidden />
  ))

export const FilterPanel = memo(function FilterPanel({ filters, values, onChange, isAwaiting }: Props) {
  const words = filters.filter(({ widget }) => widget === 'keyword')
  const rows = filters.filter(({ widget }) => widget !== 'keyword')
  const isSet = (filter: Filter) => keysOf(filter).some((key) => values[key])
  const first = selectInitialFilters(rows)
  const hidden = rows.filter((filter) => !first.has(filter) && !isSet(filter))
  const { pathname } = useLocation()
  const id = useId()
  const [open, setOpen] = useUnfolded(`${pathname} filters`)
  const active = rows.filter(isSet).length
  const [shownOnPhone, setShownOnPhone] = useUnfolded(`${pathname} panel`)
  if (filters.length === 0) return null
  return (
    <section className="eq-filters" aria-label="筛选">
      {words.map((filter) => (
        <FilterField key={filter.name} filter={filter} value={values} onChange={onChange} />
      ))}
      {rows.length ? (
        <Button
          className="eq-filters-phone"
          icon="filter"
          aria-expanded={shownOnPhone}
          aria-controls={id}
          aria-label={active > 0 ? `筛选条件（已选 ${active} 项）` : '筛选条件'}
          onClick={() => setShownOnPhone(!shownOnPhone)}
        >
          筛选{active > 0 ? <b className="eq-figure" data-count={active} /> : null}
        </Button>
      ) : null}
      <div id={id} className="eq-filter-rows" data-open={shownOnPhone}>
        {rows
          .filter((row) => open || !hidden.includes(row))
          .map((filter, place) => (
            <Fragment key={filter.name}>
              <div className="eq-filter-row" data-half={isParameter(filter)}>
                <span className="eq-filter-label" aria-hidden>
                  {filter.label}
                </span>
                <FilterField filter={filter} value={values} onChange={onChange} />
              </div>
              {place === 0 && isAwaiting ? <AwaitedRows /> : null}
            </Fragment>
          ))}
        {hidden.length ? (
          <button
            type="button"
            className="eq-text-button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {open ? '收起筛选' : `更多筛选（${hidden.map(({ label }) => label).join('、')}）`}
          </button>
        ) : null}
      </div>
    </section>
  )
})
