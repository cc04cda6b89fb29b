// Draws the panel of filters: keyword on top, the others in single-line rows, collapsed behind a button on narrow
// screens.
import { Fragment, memo, useId } from 'react'
import { useLocation } from 'react-router-dom'
import { useUnfolded } from '#portal/core/state/use-unfolded.ts'
import { Button } from '#portal/ui/button.tsx'
import { FilterField } from '#portal/widgets/filter-registry.tsx'
import type { Filter } from '#shared/model/page-model.ts'
import { keysOf } from './list-state.ts'

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
