// Draws the sparkline beside a figure, without text.
import { SIZE, toChartPoints, toPolylinePoints } from './chart-scale.ts'
import './charts.css'

export function SparkLine({ amounts }: { readonly amounts: readonly (number | null)[] }) {
  return (
    <svg className="eq-spark" viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none" aria-hidden>
      <polyline points={toPolylinePoints(toChartPoints(amounts))} />
    </svg>
  )
}
