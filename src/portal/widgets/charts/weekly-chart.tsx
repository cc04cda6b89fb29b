// Draws the chart of interest week by week: a bar for each as SVG, and the same numbers as a table that unfolds.
import { toText } from '#portal/ui/format/to-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import './profile-chart.css'

interface Week {
  readonly from: string
  readonly views: number
  readonly compares: number
}

const WIDTH = 720
const HEIGHT = 180
/** Room for the number above the highest bar, and for days; on phones they are written twice as large. */
const TOP = 32
const BOTTOM = 34
const GAP = 0.32

const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(0, value) : 0

export function toWeeks(data: unknown): Week[] {
  const list = (data as { weeks?: unknown } | null | undefined)?.weeks
  return (Array.isArray(list) ? (list as readonly (Item | null)[]) : []).flatMap((one) =>
    one && typeof one === 'object' && typeof one.from === 'string'
      ? [{ from: toText(one.from), views: countOf(one.views), compares: countOf(one.compares) }]
      : [],
  )
}

/** `11-16` of `2026-11-16`. */
const dayOf = (date: string): string => date.slice(5)

export function WeeklyChart({ weeks }: { readonly weeks: readonly Week[] }) {
  const most = Math.max(1, ...weeks.map(({ views }) => views))
  const step = WIDTH / weeks.length
  const heightOf = (views: number) => Math.round(((HEIGHT - TOP - BOTTOM) * views) / most)
  const isCompared = weeks.some(({ compares }) => compares > 0)
  return (
    <figure className="eq-weeks">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
        <line x1="0" y1={HEIGHT - BOTTOM} x2={WIDTH} y2={HEIGHT - BOTTOM} />
        {weeks.map(({ from, views }, index) => {
          const left = index * step + (step * GAP) / 2
          const top = HEIGHT - BOTTOM - heightOf(views)
          const middle = index * step + step / 2
          return (
            <g key={from}>
              <rect x={left} y={top} width={step * (1 - GAP)} height={HEIGHT - BOTTOM - top} rx="3" />
              <text x={middle} y={top - 6}>
                {views}
              </text>
              <text className="eq-weeks-day" x={middle} y={HEIGHT - 8}>
                {dayOf(from)}
              </text>
            </g>
          )
        })}
      </svg>
      <figcaption>
        <details>
          <summary>查看每周数据</summary>
          <table className="eq-portrait-table">
            <thead>
              <tr>
                <th scope="col">一周开始</th>
                <th scope="col">浏览次数</th>
                {isCompared ? <th scope="col">比对次数</th> : null}
              </tr>
            </thead>
            <tbody>
              {weeks.map(({ from, views, compares }) => (
                <tr key={from}>
                  <th scope="row">{from}</th>
                  <td className="eq-figure">{views}</td>
                  {isCompared ? <td className="eq-figure">{compares}</td> : null}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </figcaption>
    </figure>
  )
}
