// Declares statistics: the number of items, and measures of their numbers, in total and by group.
import type { Every } from '#shared/formats/periods.ts'

/** Measures of a set of numbers, besides their count. */
export const MEASURES = ['sum', 'average', 'minimum', 'maximum'] as const
export type Measure = (typeof MEASURES)[number]

export const MEASURE_TITLES: Readonly<Record<Measure, string>> = {
  sum: '合计',
  average: '平均',
  minimum: '最低',
  maximum: '最高',
}

/** Null where no item has a value. */
export interface NumberSummary extends Readonly<Record<Measure, number | null>> {
  readonly field: string
  /** Items that have a value. */
  readonly count: number
}

export interface TitledSummary extends NumberSummary {
  readonly title: string
  readonly unit: string | null
}

export interface StatisticItem {
  readonly value: string
  readonly label: string
  readonly count: number
  readonly numbers?: readonly NumberSummary[]
  /** The content type, where it is an item that is counted. */
  readonly type?: string
}

export interface StatisticGroup {
  readonly field: string
  readonly title: string
  /** Set where it is by time: the newest period first. */
  readonly every?: Every
  readonly items: readonly StatisticItem[]
}

export interface Statistic {
  readonly totalCount: number
  readonly numbers: readonly TitledSummary[]
  readonly groups: readonly StatisticGroup[]
}
