// Draws the legend under the map: its shades and markers, and the caption that maps must have.

import { emptyShade, type Shade } from '#portal/ui/format/shading.ts'
import type { MapKind } from '#shared/calls/map-answers.ts'

interface Props {
  readonly shades: readonly Shade[]
  readonly kinds: readonly MapKind[]
  readonly caption: string
  readonly unplaced: number
}

const Patch = ({ color, round = false }: { readonly color: string; readonly round?: boolean }) => (
  <svg className="eq-map-patch" viewBox="0 0 14 14" aria-hidden>
    {round ? (
      <circle cx="7" cy="7" r="6" fill={color} />
    ) : (
      <rect width="14" height="14" rx="2" fill={color} />
    )}
  </svg>
)

export function MapLegend({ shades, kinds, caption, unplaced }: Props) {
  return (
    <div className="eq-map-legend">
      <ul aria-label="地区颜色">
        <li>
          <Patch color={emptyShade().color} />0 项
        </li>
        {shades.map(({ color, from, to }) => (
          <li key={from}>
            <Patch color={color} />
            {from === to ? from : `${from}–${to}`} 项
          </li>
        ))}
      </ul>
      <ul aria-label="标记颜色">
        {kinds.map(({ kind, title, color }) => (
          <li key={kind}>
            <Patch color={color} round />
            {title}
          </li>
        ))}
      </ul>
      <p>
        圆环内的数字为聚合的项数，点击放大；单个圆点的位置为所在地区示意，图钉为登记的坐标。
        {unplaced > 0 ? `另有 ${unplaced} 项未注明所辖地区，不在图上着色。` : ''}
      </p>
      <p className="eq-map-caption">{caption}</p>
    </div>
  )
}
