// Draws the radar chart: a polygon in rings, with a second polygon to compare; the figures stand beside it as text.
// It is SVG and does not use the map's chart library: two polygons take 2 KB of code instead of 180, print sharply,
// follow the page's colours and text size, and need no script to be redrawn when the window changes.

import { memo } from 'react'
import { names } from '#portal/ui/format/class-names.ts'
import { toSigns } from '#shared/formats/text-length.ts'

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

export const RadarChart = memo(function RadarChart({ points }: { readonly points: readonly Point[] }) {
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
