// Owns the section that draws where an item's numbers stand among all of its type, as a radar with its figures.
import { toFigure } from '../../ui/format-number.ts'
import { RadarChart } from '../../ui/radar-chart.tsx'
import { toText } from '../../ui/to-text.ts'
import { SectionFrame } from '../section-frame.tsx'
import { useSectionRead } from '../use-section-read.ts'
import type { Item, SectionProps } from '../widget-props.ts'

interface Dimension {
  readonly title: string
  readonly unit: string
  readonly value: number
  readonly score: number
}

function toDimensions(data: unknown): Dimension[] {
  const list = (data as { dimensions?: unknown } | null | undefined)?.dimensions
  return (Array.isArray(list) ? (list as readonly (Item | null)[]) : []).flatMap((one) => {
    const { value, score } = one ?? {}
    if (!Number.isFinite(value) || !Number.isFinite(score)) return []
    return [
      {
        title: toText(one?.title),
        unit: toText(one?.unit),
        value: value as number,
        score: Math.min(100, Math.max(0, score as number)),
      },
    ]
  })
}

export function PortraitSection({ section, scope }: SectionProps) {
  const read = useSectionRead(section, scope)
  const dimensions = toDimensions(read.data)
  const { rank, total } = (read.data ?? {}) as { rank?: unknown; total?: unknown }
  return (
    <SectionFrame
      section={section}
      scope={scope}
      read={read}
      isEmpty={dimensions.length === 0}
      empty="数据不足，暂无画像"
    >
      <div className="eq-portrait">
        <RadarChart points={dimensions.map(({ title, score }) => ({ label: title, share: score / 100 }))} />
        <div>
          <table className="eq-portrait-table">
            <thead>
              <tr>
                <th scope="col">指标</th>
                <th scope="col">数值</th>
                <th scope="col">超过同类</th>
              </tr>
            </thead>
            <tbody>
              {dimensions.map(({ title, value, unit, score }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a dimension is known by its place
                <tr key={index}>
                  <th scope="row">{title}</th>
                  <td className="eq-figure">
                    {toFigure(value)} {unit}
                  </td>
                  <td className="eq-figure">{score}%</td>
                </tr>
              ))}
            </tbody>
          </table>
          {Number.isFinite(rank) && Number.isFinite(total) ? (
            <p className="eq-muted">
              热度第 {String(rank)} 名，共 {String(total)} 家
            </p>
          ) : null}
        </div>
      </div>
    </SectionFrame>
  )
}
