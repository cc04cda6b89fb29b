// Owns the reading of a portrait's answer: the numbers that can be drawn, whatever else came with them.
import { toText } from '../ui/to-text.ts'
import type { Item } from '../widgets/widget-props.ts'

export interface Dimension {
  readonly title: string
  readonly unit: string
  readonly better: 'high' | 'low' | null
  readonly value: number
  /** Share of the others that it surpasses, in percent. */
  readonly score: number
  readonly min: number | null
  readonly max: number | null
  readonly median: number | null
  /** From 0 in the middle of the chart to 1 at its rim. */
  readonly place: number
  readonly medianPlace: number | null
}

export interface Portrait {
  readonly dimensions: readonly Dimension[]
  /** What is compared with, such as the item's category. */
  readonly category: string
  readonly peers: number | null
  readonly rank: number | null
  readonly total: number | null
}

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null
const within = (value: number, most: number): number => Math.min(most, Math.max(0, value))

export function toPortrait(data: unknown): Portrait {
  const { dimensions, category, peers, rank, total } = (data ?? {}) as Item
  const list = Array.isArray(dimensions) ? (dimensions as readonly (Item | null)[]) : []
  return {
    dimensions: list.flatMap((one) => toDimension(one ?? {})),
    category: toText(category),
    peers: numberOf(peers),
    rank: numberOf(rank),
    total: numberOf(total),
  }
}

function toDimension(one: Item): Dimension[] {
  const [value, score, medianPlace] = [numberOf(one.value), numberOf(one.score), numberOf(one.medianPlace)]
  if (value === null || score === null) return []
  return [
    {
      title: toText(one.title),
      unit: toText(one.unit),
      better: one.better === 'high' || one.better === 'low' ? one.better : null,
      value,
      score: within(score, 100),
      min: numberOf(one.min),
      max: numberOf(one.max),
      median: numberOf(one.median),
      place: within(numberOf(one.place) ?? score / 100, 1),
      medianPlace: medianPlace === null ? null : within(medianPlace, 1),
    },
  ]
}
