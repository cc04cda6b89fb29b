// Draws a profile chart: a radar of the item's numbers beside the median, and the same numbers as a table.
import { toFigure } from '#portal/ui/format/format-number.ts'
import type { Dimension, Profile } from './profile-dimensions.ts'
import { RadarChart } from './radar-chart.tsx'
import './profile-chart.css'

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
