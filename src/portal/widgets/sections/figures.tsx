// Draws the section of a statistic's figures, each with its recent course; the lines are in a chunk of their own.
import { lazy, Suspense } from 'react'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { Item, SectionProps } from '#portal/widgets/widget-props.ts'
import { LAST_PERIOD, THIS_PERIOD } from '#shared/formats/periods.ts'
import { SectionFrame } from './parts/section-frame.tsx'
import {
  amountOf,
  groupName,
  type Periods,
  periodsOf,
  type StatisticQuery,
  statisticGroup,
  toAmount,
} from './parts/statistic.ts'
import { useSectionRead } from './parts/use-section-read.ts'

const PERIODS = 12
/** Of a figure with its line, and of one without. */
const HEIGHT = 108
const LOW = 56

const Spark = lazy(async () => ({
  default: (await import('#portal/widgets/charts/sparkline.tsx')).SparkLine,
}))

export function FiguresSection({ section, scope }: SectionProps) {
  const read = useSectionRead(section, scope)
  const { field, label, measures = [] } = optionsOf<'sections/figures'>(section)
  const of = section.content?.columns.of
  const whole = (read.data ?? {}) as Item
  const group = field === undefined ? undefined : statisticGroup(read.data, field)
  const all: readonly StatisticQuery[] = [{}, ...(of ? measures.map((measure) => ({ of, measure })) : [])]
  const height = field ? HEIGHT : LOW
  return (
    <SectionFrame
      section={section}
      scope={scope}
      read={read}
      isEmpty={!amountOf(whole, {})}
      // The skeleton has the shape of the loaded figures, which stand in other rows on a phone.
      skeleton={
        <div className="eq-figures">
          <Skeleton shape="block" height={height} />
          {all.slice(1).map(({ measure }) => (
            <div key={measure} className="eq-skeleton eq-skeleton-block" style={{ height }} aria-hidden />
          ))}
        </div>
      }
    >
      <dl className="eq-figures">
        {all.map((query) => (
          <div key={query.measure ?? 'count'}>
            <dt>{groupName(query, label ?? section.content?.title ?? '')}</dt>
            <dd className="eq-figure">{toAmount(amountOf(whole, query), query)}</dd>
            {group ? <Lately periods={periodsOf(group, query, PERIODS, Date.now())} query={query} /> : null}
          </div>
        ))}
      </dl>
    </SectionFrame>
  )
}

/** The present period and the one before. */
function Lately({ periods, query }: { readonly periods: Periods; readonly query: StatisticQuery }) {
  const { every, points } = periods
  const place = points.findIndex(({ value }) => value === periods.present)
  const [before, present] = [points[place - 1], points[place]]
  if (!before || !present) return null
  return (
    <>
      <dd className="eq-figures-line" aria-hidden>
        <Suspense>
          <Spark amounts={points.map(({ amount }) => amount)} />
        </Suspense>
      </dd>
      <dd className="eq-figures-said">
        {`${THIS_PERIOD[every]} ${toAmount(present.amount, query)}，${LAST_PERIOD[every]} ${toAmount(before.amount, query)}`}
      </dd>
    </>
  )
}
