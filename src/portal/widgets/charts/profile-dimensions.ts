// Reads the answer of a profile chart: the numbers that can be drawn; other contents are skipped.
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
  /** The group of items that is compared with, such as the item's category. */
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

/**
 * Distance of the median from an end of the range, as a share of it, below which the range counts as uneven:
 * positions along it could not be told apart.
 */
const EDGE = 0.1

/**
 * Returns the position on the axis along the range. In an uneven range it is the share of the others that the number
 * surpasses; the median then is one half.
 */
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
