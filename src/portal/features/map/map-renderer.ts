// Renders one map: its areas, its markers at the present zoom, and clicks.

import { token } from '#portal/ui/format/design-token.ts'
import { emptyShade, type Shade, shadeOf } from '#portal/ui/format/shading.ts'
import type { MapMarker, MapRegion } from '#shared/calls/map-answers.ts'
import { type EChartsType, type GeoComponentOption, getMap, init, registerMap } from './echarts.ts'
import { type MapStyle, type SeriesData, split, toDots, toRings } from './map-series.ts'
import {
  type Cluster,
  clusterMarkers,
  clustersWithin,
  eachMarker,
  type MapBounds,
} from './marker-clusters.ts'
import type { Outlines } from './region-outlines.ts'

interface Clicks {
  onRegion(code: string): void
  onMarker(marker: MapMarker): void
}

export interface Drawn {
  readonly outlines: Outlines
  readonly regions: readonly MapRegion[]
  readonly shades: readonly Shade[]
  readonly markers: readonly MapMarker[]
  readonly style: MapStyle
  readonly tips: boolean
  /** With a finger the page scrolls until the map is larger than its place. */
  readonly touched: boolean
  readonly clustered: boolean
}

/** Pixels between the lines of the grid that markers are gathered on. */
const CELL = 58
/** Of an area's width in letters, so that its name does not reach its neighbours. */
const LABEL_SLACK = 1.1
const FAR = 24
const SETTLE_MS = 90
const INSET = '南海诸岛'
/** The area that the inset belongs to. */
const INSET_CODE = '46'

export class MapDrawing {
  readonly #chart: EChartsType
  readonly #clicks: Clicks
  #drawn: Drawn | undefined
  #shown: SeriesData = { dots: [], rings: [] }
  #gathered:
    | { readonly step: number; readonly markers: readonly MapMarker[]; readonly clusters: Cluster[] }
    | undefined
  #named: ReadonlySet<string> = new Set()
  #roam: boolean | 'scale' = true
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(element: HTMLElement, clicks: Clicks) {
    this.#chart = init(element, undefined, { renderer: 'canvas' })
    this.#clicks = clicks
    this.#chart.on('georoam', () => this.#settle())
    this.#chart.on('click', (event) => this.#click(event as unknown as ClickEvent))
  }

  draw(drawn: Drawn): void {
    this.#named = new Set()
    const isSame = this.#drawn?.outlines.name === drawn.outlines.name
    this.#drawn = drawn
    const { name, features } = drawn.outlines
    if (!getMap(name))
      registerMap(name, { type: 'FeatureCollection', features } as unknown as Parameters<
        typeof registerMap
      >[1])
    this.#roam = true
    const { center, zoom } = isSame ? this.#view() : {}
    this.#chart.setOption(
      {
        animation: false,
        tooltip: { ...toTooltip(), show: drawn.tips },
        geo: toGeo(drawn, center, zoom),
        series: [],
      },
      { notMerge: true },
    )
    this.#place()
  }

  resize(): void {
    this.#chart.resize()
    this.#settle()
  }

  /** Towards the middle, or to a place; by 0 the whole map is shown. */
  zoom(factor: number, center?: readonly [number, number]): void {
    const view = this.#view()
    const zoom = Math.min(FAR, Math.max(1, (view.zoom ?? 1) * factor))
    this.#chart.setOption({ geo: { zoom, ...(center ? { center } : zoom === 1 ? { center: null } : {}) } })
    this.#place()
  }

  dispose(): void {
    clearTimeout(this.#timer)
    this.#chart.dispose()
  }

  #view(): { readonly center?: [number, number]; readonly zoom?: number } {
    const { geo } = this.#chart.getOption() as { readonly geo?: readonly GeoComponentOption[] }
    const { center, zoom } = geo?.[0] ?? {}
    return { ...(center ? { center: center as [number, number] } : {}), ...(zoom ? { zoom } : {}) }
  }

  #settle(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#place(), SETTLE_MS)
  }

  /** Only what is near the screen is drawn, gathered for the zoom it is seen at. */
  #place(): void {
    const drawn = this.#drawn
    if (!drawn) return
    const bounds = this.#bounds()
    if (!bounds) return
    this.#adaptRoam(drawn)
    this.#name(drawn, bounds)
    this.#shown = split(clustersWithin(this.#gather(drawn, bounds), bounds))
    this.#chart.setOption({
      series: [toDots(this.#shown.dots, drawn.style), toRings(this.#shown.rings, drawn.style)],
    })
  }

  /** Names of areas stand where there is room for them. */
  #name({ outlines, style }: Drawn, bounds: MapBounds): void {
    const perDegree = this.#chart.getWidth() / (bounds.east - bounds.west)
    const named = new Set(
      [...outlines.widths].flatMap(([name, width]) =>
        width * perDegree > name.length * style.font * LABEL_SLACK ? [name] : [],
      ),
    )
    if (named.size === this.#named.size) return
    this.#named = named
    if (this.#drawn) this.#chart.setOption({ geo: { regions: toRegions(this.#drawn, named) } })
  }

  #adaptRoam({ touched }: Drawn): void {
    const roam = touched && (this.#view().zoom ?? 1) <= 1 ? 'scale' : true
    if (roam === this.#roam) return
    this.#roam = roam
    this.#chart.setOption({ geo: { roam } })
  }

  /** Anew at each half doubling only, so that clusters do not change with every turn of the wheel. */
  #gather({ markers, clustered }: Drawn, bounds: MapBounds): Cluster[] {
    const width = this.#chart.getWidth()
    const step = Math.round(Math.log2(width / (bounds.east - bounds.west)) * 2)
    if (this.#gathered?.step === step && this.#gathered.markers === markers) return this.#gathered.clusters
    const degrees = CELL / 2 ** (step / 2)
    const ratio =
      (bounds.north - bounds.south) / this.#chart.getHeight() / ((bounds.east - bounds.west) / width)
    const clusters = clustered
      ? clusterMarkers(markers, { width: degrees, height: degrees * ratio })
      : eachMarker(markers)
    this.#gathered = { step, markers, clusters }
    return clusters
  }

  #bounds(): MapBounds | undefined {
    const at = (x: number, y: number) =>
      this.#chart.convertFromPixel({ geoIndex: 0 }, [x, y]) as number[] | undefined
    const [west, north] = at(0, 0) ?? []
    const [east, south] = at(this.#chart.getWidth(), this.#chart.getHeight()) ?? []
    if (west === undefined || east === undefined || north === undefined || south === undefined)
      return undefined
    return east > west && north > south ? { west, east, south, north } : undefined
  }

  #click({ componentType, seriesId, name, dataIndex = -1 }: ClickEvent): void {
    if (componentType === 'geo') {
      const code = name === INSET ? INSET_CODE : this.#drawn?.outlines.codeOf.get(name ?? '')
      if (code) this.#clicks.onRegion(code)
      return
    }
    const cluster = (seriesId === 'dots' ? this.#shown.dots : this.#shown.rings)[dataIndex]
    if (!cluster) return
    if (cluster.only) this.#clicks.onMarker(cluster.only)
    else if (cluster.region !== undefined) this.#clicks.onRegion(cluster.region)
    else this.zoom(2, [cluster.lng, cluster.lat])
  }
}

interface ClickEvent {
  readonly componentType?: string
  readonly seriesId?: string
  readonly name?: string
  readonly dataIndex?: number
}

/** Drawn on the canvas: the page's policy takes no styles in markup. */
const toTooltip = () => ({
  trigger: 'item' as const,
  renderMode: 'richText' as const,
  confine: true,
  transitionDuration: 0,
  backgroundColor: token('surface'),
  borderColor: token('line-strong'),
  borderWidth: 1,
  padding: [6, 10],
  textStyle: { color: token('ink'), fontSize: 14 },
})

function toGeo(
  drawn: Drawn,
  center: [number, number] | undefined,
  zoom: number | undefined,
): GeoComponentOption {
  const { outlines, style } = drawn
  const counts = countsOf(drawn)
  return {
    map: outlines.name,
    roam: true,
    zoom: zoom ?? 1,
    ...(center ? { center } : {}),
    scaleLimit: { min: 1, max: FAR },
    left: 12,
    right: 12,
    top: 12,
    bottom: 12,
    preserveAspect: 'contain',
    selectedMode: false,
    tooltip: { show: true, formatter: (params: unknown) => toTip(params, counts) },
    label: { show: false, fontSize: style.font - 1, color: emptyShade().ink },
    itemStyle: { areaColor: emptyShade().color, borderColor: token('map-line'), borderWidth: 0.8 },
    emphasis: {
      label: { show: true, color: token('ink') },
      itemStyle: { areaColor: token('map-pointed'), borderColor: token('accent-dark'), borderWidth: 1.2 },
    },
    regions: toRegions(drawn, new Set()),
  }
}

const countsOf = ({ outlines, regions }: Drawn): ReadonlyMap<string, number> =>
  new Map(regions.map(({ code, count, name }) => [outlines.nameOf.get(code) ?? name, count]))

function toRegions(drawn: Drawn, named: ReadonlySet<string>): NonNullable<GeoComponentOption['regions']> {
  const counts = countsOf(drawn)
  return [
    ...drawn.outlines.features.map(({ properties: { name } }) => {
      const { color, ink } = shadeOf(drawn.shades, counts.get(name) ?? 0)
      return { name, itemStyle: { areaColor: color }, label: { color: ink, show: named.has(name) } }
    }),
    {
      name: INSET,
      itemStyle: { areaColor: token('surface'), borderColor: token('map-line') },
      label: { show: false },
    },
  ]
}

function toTip(params: unknown, counts: ReadonlyMap<string, number>): string {
  const { name = '' } = params as { readonly name?: string }
  return `${name}：${counts.get(name) ?? 0} 项`
}
