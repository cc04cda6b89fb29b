// Owns the reading of a portrait's answer: the numbers that can be drawn, whatever else came with them.
import { toText } from '#portal/ui/format/to-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'

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
  /** It is drawn by the share of the others that it surpasses. */
  readonly isByShare: boolean
}

export interface Profile {
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

export function toProfile(data: unknown): Profile {
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

/** With its median as near an end as this, a range is so uneven that nothing could be told apart along it. */
const EDGE = 0.1

/** Where it is drawn: along the range; along the share of the others, whose half is the median, where that is uneven. */
function toPositions(one: Item, score: number): Pick<Dimension, 'place' | 'medianPlace' | 'isByShare'> {
  const [place, median] = [numberOf(one.place), numberOf(one.medianPlace)]
  const isByShare = median !== null && Math.min(median, 1 - median) < EDGE
  if (isByShare) return { place: score / 100, medianPlace: 0.5, isByShare }
  return {
    place: within(place ?? score / 100, 1),
    medianPlace: median === null ? null : within(median, 1),
    isByShare,
  }
}

function toDimension(one: Item): Dimension[] {
  const [value, rawScore] = [numberOf(one.value), numberOf(one.score)]
  if (value === null || rawScore === null) return []
  const score = within(rawScore, 100)
  return [
    {
      title: toText(one.title),
      unit: toText(one.unit),
      better: one.better === 'high' || one.better === 'low' ? one.better : null,
      value,
      score,
      min: numberOf(one.min),
      max: numberOf(one.max),
      median: numberOf(one.median),
      ...toPositions(one, score),
    },
  ]
}
