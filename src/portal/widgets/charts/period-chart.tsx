// Draws the chart of amounts period by period: a line as SVG, and the same amounts as a table that unfolds.
import { SIZE, toChartPoints, toPolylinePoints } from './chart-scale.ts'
import './charts.css'

interface Point {
  readonly label: string
  readonly amount: number | null
  /** The amount as it is read. */
  readonly text: string
}

interface Props {
  /** Name of the amounts. */
  readonly name: string
  readonly points: readonly Point[]
}

/** The line alone, for those who have the amounts beside it as a table. */
export function PeriodLine({ points }: Pick<Props, 'points'>) {
  const chartPoints = toChartPoints(points.map(({ amount }) => amount))
  const most = points.reduce<Point | undefined>(
    (highest, point) => ((point.amount ?? 0) > (highest?.amount ?? 0) ? point : highest),
    undefined,
  )
  const [first, last] = [chartPoints[0], chartPoints.at(-1)]
  const area = first && last ? `${first.x},${SIZE} ${toPolylinePoints(chartPoints)} ${last.x},${SIZE}` : ''
  return (
    <div className="eq-period-line">
      <p className="eq-period-most">{most ? `最高：${most.label} ${most.text}` : ''}</p>
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none" aria-hidden>
        <polygon points={area} />
        <polyline points={toPolylinePoints(chartPoints)} />
      </svg>
      <p className="eq-period-ends" aria-hidden>
        <span>{points[0]?.label}</span>
        <span>{points.at(-1)?.label}</span>
      </p>
    </div>
  )
}

export function PeriodChart({ name, points }: Props) {
  return (
    <figure className="eq-period-line">
      <PeriodLine points={points} />
      <figcaption>
        <details>
          <summary>以表格查看</summary>
          <table className="eq-period-table">
            <thead>
              <tr>
                <th scope="col">时间</th>
                <th scope="col">{name}</th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ label, text }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td className="eq-figure">{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </figcaption>
    </figure>
  )
}
