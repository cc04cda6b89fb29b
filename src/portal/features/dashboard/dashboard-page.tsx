// Draws a dashboard: a period and other filters in the address, and the sections that are read by them.
import { useMemo } from 'react'
import { PageTitleBar } from '#portal/features/page/page-head.tsx'
import { usePageScope } from '#portal/features/page/use-page-scope.ts'
import { SectionGrid } from '#portal/features/zone/section-grid.tsx'
import { ChoiceRow } from '#portal/widgets/choices/choice-row.tsx'
import { DateRangeFilter } from '#portal/widgets/filters/date-range.tsx'
import { DASHBOARD_PERIODS, daysOfPeriod, isDashboardPeriod } from '#shared/formats/periods.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { DashboardPage } from '#shared/model/pages/dashboard.ts'
import './dashboard.css'

/** Two rows of the grid. */
const FIRST_SCREEN = 24
const PERIODS = Object.entries(DASHBOARD_PERIODS)

export function DashboardPageView({ page }: { readonly page: DashboardPage }) {
  const { scope, query, setQuery } = usePageScope(page)
  const isOwn = query.period === undefined && Boolean(query.from || query.to)
  const period = isDashboardPeriod(query.period) ? query.period : page.period
  const today = dayAt(new Date())
  const { from, to } = isOwn ? { from: query.from ?? '', to: query.to || today } : daysOfPeriod(period, today)
  const filtered = useMemo(
    () => ({ ...scope, query: { ...(scope.query as object), from: from || to, to } }),
    [scope, from, to],
  )
  return (
    <div className="eq-page eq-zone-page" data-page={page.id}>
      <PageTitleBar page={page} isHeading />
      <section className="eq-card eq-dashboard-filters" aria-label="筛选">
        <div className="eq-dashboard-filter">
          <span aria-hidden>时间</span>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row everywhere */}
          <div className="eq-choices eq-dashboard-periods" role="group" aria-label="时间">
            {PERIODS.map(([value, label]) => (
              <button
                key={value}
                type="button"
                aria-pressed={!isOwn && value === period}
                onClick={() => setQuery({ period: value, from: undefined, to: undefined })}
              >
                {label}
              </button>
            ))}
          </div>
          <DateRangeFilter
            filter={{ name: 'day', label: '统计时间', widget: 'date-range' }}
            value={{ dayFrom: from, dayTo: to }}
            onChange={({ dayFrom, dayTo }) => setQuery({ period: undefined, from: dayFrom, to: dayTo })}
          />
        </div>
        {page.filters.map(({ name, label, choices }) => {
          const value = query[name]
          return (
            <div key={name} className="eq-dashboard-filter">
              <span aria-hidden>{label}</span>
              <ChoiceRow
                label={label}
                choices={choices}
                chosen={value ? [value] : []}
                onChoose={(chosen) => setQuery({ [name]: chosen })}
              />
            </div>
          )
        })}
      </section>
      <SectionGrid sections={page.sections} scope={filtered} page={page} atOnce={FIRST_SCREEN} />
    </div>
  )
}
