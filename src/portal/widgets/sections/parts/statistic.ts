// Reads a statistic's answer: for each group the number of items, or the aggregate of one of their numbers.

import { toFigure, toMoney } from '#portal/ui/format/format-number.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { listOf } from '#portal/widgets/items/read-list.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { MEASURE_TITLES, type Measure } from '#shared/content/statistics.ts'
import {
  EVERY,
  type Every,
  PERIOD_LETTERS,
  periodBefore,
  periodLabel,
  periodOf,
} from '#shared/formats/periods.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { Column } from '#shared/model/page-model.ts'

/** The quantity to read: without `of`, the number of items. */
export interface StatisticQuery {
  readonly of?: Column | undefined
  readonly measure?: Measure | undefined
}

export interface Amount {
  readonly value: string
  readonly label: string
  /** Null where there is nothing to tell. */
  readonly amount: number | null
}

export interface Periods {
  readonly every: Every
  /** The one that is now. */
  readonly present: string
  /** The oldest first. */
  readonly points: readonly Amount[]
}

export const DEFAULT_MEASURE: Measure = 'sum'

const finite = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

export function statisticGroup(data: unknown, field: string | undefined): Item | undefined {
  const groups = listOf((data as { groups?: unknown } | null | undefined)?.groups)
  return groups.find((one) => one.field === field) ?? groups[0]
}

/** Of an entry of a group, and of the answer as a whole, whose count is called otherwise. */
export function amountOf(entry: Item, { of, measure = DEFAULT_MEASURE }: StatisticQuery): number | null {
  if (of === undefined) return finite(entry.count ?? entry.totalCount)
  const summary = listOf(entry.numbers).find(({ field }) => field === of.field.name)
  return finite(summary?.[measure])
}

/** As many of what there is most of. */
export function findLargestAmounts(group: Item | undefined, query: StatisticQuery, most: number): Amount[] {
  const amounts = listOf(group?.items)
    .map((one) => ({ value: toText(one.value), label: toText(one.label), amount: amountOf(one, query) }))
    .filter(({ amount }) => amount !== null && amount > 0)
  // Periods stay in their order, and what is counted comes in its own.
  if (query.of && group?.every === undefined) amounts.sort((a, b) => (b.amount ?? 0) - (a.amount ?? 0))
  return amounts.slice(0, most)
}

const PERIOD = /^\d{4}(-\d{2}){0,2}$/

/** The last periods up to now, or up to the newest; what is empty in between comes to nothing, or has no average. */
export function periodsOf(
  group: Item | undefined,
  query: StatisticQuery,
  last: number,
  now: number,
): Periods {
  const every = EVERY.find((one) => one === group?.every) ?? 'month'
  const present = periodOf(dayAt(now), every)
  const known = new Map(
    listOf(group?.items).flatMap((one) => {
      const value = toText(one.value)
      const isPeriod = PERIOD.test(value) && value.length === PERIOD_LETTERS[every]
      return isPeriod ? [[value, amountOf(one, query)] as const] : []
    }),
  )
  const values = [...known.keys()].sort()
  const [oldest] = values
  if (oldest === undefined) return { every, present, points: [] }
  const end = [...values, present].sort().at(-1) ?? present
  const isAdded = query.of === undefined || (query.measure ?? DEFAULT_MEASURE) === 'sum'
  const points = Array.from({ length: last }, (_, back) => periodBefore(end, every, back))
    .filter((period) => period >= oldest)
    .map((value) => ({
      value,
      label: periodLabel(value, every),
      amount: known.get(value) ?? (isAdded ? 0 : null),
    }))
  return { every, present, points: points.reverse() }
}

/** Significant digits of an aggregate; readers need no more than four: `11.44 亿元`, `866.6 万元`. */
const DIGITS = 4

export function toAmount(amount: number | null, { of }: StatisticQuery): string {
  if (amount === null) return '—'
  if (of === undefined) return toFigure(amount)
  const rounded = Number(amount.toPrecision(DIGITS))
  return of.field.unit ? toMoney(rounded, of.field.unit) : toFigure(rounded)
}

/** `预算金额合计`. */
export function groupName({ of, measure = DEFAULT_MEASURE }: StatisticQuery, count: string): string {
  return of ? `${of.label}${MEASURE_TITLES[measure]}` : count
}
