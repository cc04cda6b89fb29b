// Draws a profile chart: a radar of the item's numbers beside the median, and the same numbers as a table.
import { toFigure } from '#portal/ui/format/format-number.ts'
import './profile-chart.css'
import { memo } from 'react'
import { names } from '#portal/ui/format/class-names.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { toSigns } from '#shared/formats/text-length.ts'

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

interface Profile {
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

interface Point {
  readonly label: string
  /** From 0 in the middle to 1 at the rim. */
  readonly share: number
  /** The same of what it is compared with. */
  readonly comparedShare?: number
}

const SIZE = 260
const RADIUS = 88
const RINGS = [0.25, 0.5, 0.75, 1]
const LABEL_AT = 1.16
/** Room for labels left and right. */
const MARGIN = 46
const LINE = 14
const LETTERS = 6

/** Splits long labels into two lines. */
function toLines(label: string): readonly string[] {
  const letters = toSigns(label)
  if (letters.length <= LETTERS) return [label]
  const half = Math.ceil(letters.length / 2)
  return [letters.slice(0, half).join(''), letters.slice(half).join('')]
}

/**
 * Draws the radar chart: a polygon in rings, with a second polygon to compare; the figures stand beside it as
 * text. It is SVG and does not use the map's chart library: two polygons take 2 KB of code instead of 180,
 * print sharply, follow the page's colours and text size, and need no script to be redrawn when the window
 * changes.
 */
const RadarChart = memo(function RadarChart({ points }: { readonly points: readonly Point[] }) {
  if (points.length < 3) return null
  const at = (index: number, share: number): readonly [x: number, y: number] => {
    const angle = (Math.PI * 2 * index) / points.length - Math.PI / 2
    const round = (value: number) => Math.round(value * 10) / 10
    return [
      round(SIZE / 2 + Math.cos(angle) * RADIUS * share),
      round(SIZE / 2 + Math.sin(angle) * RADIUS * share),
    ]
  }
  const polygon = (shareOf: (index: number) => number) =>
    points.map((_, index) => at(index, shareOf(index)).join(',')).join(' ')
  const isCompared = points.every(({ comparedShare }) => comparedShare !== undefined)
  return (
    <svg className="eq-radar" viewBox={`${-MARGIN} 0 ${SIZE + MARGIN * 2} ${SIZE}`} aria-hidden>
      {RINGS.map((ring) => (
        <polygon key={ring} className="eq-radar-ring" points={polygon(() => ring)} />
      ))}
      {points.map((_, index) => {
        const [x, y] = at(index, 1)
        // biome-ignore lint/suspicious/noArrayIndexKey: an axis is known by its place
        return <line key={index} className="eq-radar-ring" x1={SIZE / 2} y1={SIZE / 2} x2={x} y2={y} />
      })}
      {isCompared ? (
        <polygon className="eq-radar-beside" points={polygon((index) => points[index]?.comparedShare ?? 0)} />
      ) : null}
      <polygon
        className={names('eq-radar-area', isCompared && 'eq-radar-own')}
        points={polygon((index) => points[index]?.share ?? 0)}
      />
      {points.map(({ label }, index) => {
        const [x, y] = at(index, LABEL_AT)
        const anchor = Math.abs(x - SIZE / 2) < 8 ? 'middle' : x < SIZE / 2 ? 'end' : 'start'
        const lines = toLines(label)
        const top = y + 4 - (lines.length - 1) * LINE * (y < SIZE / 2 ? 0.8 : 0.2)
        return lines.map((line, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an axis is known by its place
          <text key={`${index}-${row}`} x={x} y={top + row * LINE} textAnchor={anchor}>
            {line}
          </text>
        ))
      })}
    </svg>
  )
})

/** Readers cannot tell more axes than this apart. */
const MAX_AXES = 10
const DIRECTIONS = { high: '越高越好', low: '越低越好' } as const

function Row({ one, hasMedian }: { readonly one: Dimension; readonly hasMedian: boolean }) {
  const range = one.min === null || one.max === null ? '—' : `${toFigure(one.min)}～${toFigure(one.max)}`
  return (
    <tr>
      <th scope="row">
        {one.title}
        {one.better ? <small className="eq-muted"> {DIRECTIONS[one.better]}</small> : null}
      </th>
      <td className="eq-figure">
        {toFigure(one.value)} {one.unit}
      </td>
      {hasMedian ? (
        <>
          <td className="eq-figure">{one.median === null ? '—' : toFigure(one.median)}</td>
          <td className="eq-figure eq-portrait-range">{range}</td>
        </>
      ) : null}
      <td className="eq-figure">{one.score}%</td>
    </tr>
  )
}

export function ProfileChart({ profile }: { readonly profile: Profile }) {
  const { dimensions, category, peers, rank, total } = profile
  const hasMedian = dimensions.some(({ medianPlace }) => medianPlace !== null)
  const axes = dimensions.slice(0, MAX_AXES)
  return (
    <div className="eq-portrait">
      <figure>
        <RadarChart
          points={axes.map(({ title, place, medianPlace }) => ({
            label: title,
            share: place,
            ...(medianPlace === null ? {} : { comparedShare: medianPlace }),
          }))}
        />
        {hasMedian && axes.length > 2 ? (
          <figcaption className="eq-radar-legend">
            <span>本条</span>
            <span>同类中位数</span>
          </figcaption>
        ) : null}
      </figure>
      <div>
        <table className="eq-portrait-table">
          <thead>
            <tr>
              <th scope="col">指标</th>
              <th scope="col">数值</th>
              {hasMedian ? (
                <>
                  <th scope="col">同类中位数</th>
                  <th scope="col" className="eq-portrait-range">
                    同类范围
                  </th>
                </>
              ) : null}
              <th scope="col">同类百分位</th>
            </tr>
          </thead>
          <tbody>
            {dimensions.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a dimension is known by its place
              <Row key={index} one={one} hasMedian={hasMedian} />
            ))}
          </tbody>
        </table>
        {category && peers !== null ? (
          <p className="eq-muted">
            同类为“{category}”的 {peers} 项；图中越靠外越好，无优劣方向的指标越靠外数值越大
          </p>
        ) : null}
        {axes.some(({ isByShare }) => isByShare) ? (
          <p className="eq-muted">差距悬殊的指标，图中按超过同类的比例画</p>
        ) : null}
        {rank !== null && total !== null ? (
          <p className="eq-muted">
            热度第 {rank} 名，共 {total} {category ? '项' : '家'}
          </p>
        ) : null}
      </div>
    </div>
  )
}
