// Draws markers: one item as a dot in its kind's colour, several as a ring of their kinds with the number.

import { token } from '#portal/ui/format/design-token.ts'
import type { CustomSeriesOption, ScatterSeriesOption } from './echarts.ts'
import type { Cluster } from './marker-clusters.ts'

export interface MapStyle {
  /** Of the text on clusters, in pixels. */
  readonly font: number
  readonly colors: ReadonlyMap<string, string>
}

const FAMILY = 'PingFang SC, Microsoft YaHei, Noto Sans CJK SC, sans-serif'
const DOT = 13

/** Place in its series' list; the click tells it. */
export interface SeriesData {
  readonly dots: readonly Cluster[]
  readonly rings: readonly Cluster[]
}

export function split(clusters: readonly Cluster[]): SeriesData {
  return { dots: clusters.filter(({ only }) => only), rings: clusters.filter(({ only }) => !only) }
}

export function toDots(clusters: readonly Cluster[], { colors }: MapStyle): ScatterSeriesOption {
  return {
    id: 'dots',
    type: 'scatter',
    coordinateSystem: 'geo',
    geoIndex: 0,
    symbolSize: DOT,
    z: 5,
    animation: false,
    emphasis: { scale: 1.25 },
    data: clusters.map(({ lng, lat, only }) => ({
      value: [lng, lat],
      name: only?.title ?? '',
      symbol: only?.exact ? 'pin' : 'circle',
      ...(only?.exact ? { symbolSize: DOT * 2, symbolOffset: [0, -DOT / 2] } : {}),
      itemStyle: {
        color: colors.get(only?.kind ?? '') ?? token('ink'),
        borderColor: token('surface'),
        borderWidth: 1.5,
      },
    })),
  }
}

export function toRings(clusters: readonly Cluster[], { colors, font }: MapStyle): CustomSeriesOption {
  return {
    id: 'rings',
    type: 'custom',
    coordinateSystem: 'geo',
    geoIndex: 0,
    z: 6,
    animation: false,
    data: clusters.map(({ lng, lat, count }) => ({ value: [lng, lat], name: `${count} 项` })),
    renderItem: (params, api) => {
      const cluster = clusters[params.dataIndex]
      const [x = 0, y = 0] = api.coord([api.value(0), api.value(1)])
      return cluster ? drawRing(cluster, x, y, font, colors) : undefined
    },
  }
}

function drawRing(
  { count, kinds }: Cluster,
  x: number,
  y: number,
  font: number,
  colors: ReadonlyMap<string, string>,
) {
  const text = toShort(count)
  const outer = Math.max(13 + Math.log10(count) * 5, font * 0.36 * text.length + 9)
  const inner = outer - 4.5
  let angle = -Math.PI / 2
  const arcs = [...kinds].map(([kind, number]) => {
    const start = angle
    angle += (number / count) * Math.PI * 2
    return {
      type: 'sector' as const,
      shape: { cx: 0, cy: 0, r: outer, r0: inner, startAngle: start, endAngle: angle },
      style: { fill: colors.get(kind) ?? token('ink') },
    }
  })
  return {
    type: 'group' as const,
    x,
    y,
    children: [
      {
        type: 'circle' as const,
        shape: { cx: 0, cy: 0, r: outer + 1.5 },
        style: { fill: token('surface'), shadowBlur: 4, shadowColor: 'rgba(31,35,41,0.35)' },
      },
      ...arcs,
      {
        type: 'text' as const,
        style: {
          text,
          x: 0,
          y: 0,
          fill: token('ink'),
          font: `600 ${font}px ${FAMILY}`,
          align: 'center' as const,
          verticalAlign: 'middle' as const,
        },
      },
    ],
  }
}

/** `1.2万`, so that a ring stays small. */
function toShort(count: number): string {
  if (count < 10_000) return String(count)
  const tens = count / 10_000
  return `${tens < 10 ? tens.toFixed(1) : Math.round(tens)}万`
}
