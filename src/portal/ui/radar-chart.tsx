// Owns the radar chart: a polygon in rings, drawn as SVG; the figures stand beside it as text.
import { memo } from 'react'

interface Point {
  readonly label: string
  /** From 0 in the middle to 1 at the rim. */
  readonly share: number
}

const SIZE = 260
const RADIUS = 84
const RINGS = [0.25, 0.5, 0.75, 1]
const LABEL_AT = 1.2
/** Room for labels left and right. */
const MARGIN = 40

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
      <polygon className="eq-radar-area" points={polygon((index) => points[index]?.share ?? 0)} />
      {points.map(({ label }, index) => {
        const [x, y] = at(index, LABEL_AT)
        const anchor = Math.abs(x - SIZE / 2) < 8 ? 'middle' : x < SIZE / 2 ? 'end' : 'start'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an axis is known by its place
          <text key={index} x={x} y={y + 4} textAnchor={anchor}>
            {label}
          </text>
        )
      })}
    </svg>
  )
})
