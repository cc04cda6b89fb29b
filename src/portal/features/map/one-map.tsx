// Draws the map with its filters, list and table; the address is their only state.
import { useMemo, useState } from 'react'
import { useLiveRead } from '#portal/core/api/use-live-read.ts'
import { useRead } from '#portal/core/api/use-read.ts'
import { addressOf } from '#portal/core/site.ts'
import { useSchemes } from '#portal/core/state/preferences.ts'
import { Failed } from '#portal/ui/failed.tsx'
import { names } from '#portal/ui/format/class-names.ts'
import { toShades } from '#portal/ui/format/shading.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { MapBase, MapKind, MapMarker, MapNumbers, MapPoints } from '#shared/calls/map-answers.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Link, Section } from '#shared/model/page-model.ts'
import { MapCanvas } from './map-canvas.tsx'
import { MapFilters, MapLegend, Patch } from './map-filters.tsx'
import { MapList, RegionTable } from './map-list.tsx'
import './map.css'
import { Button } from '#portal/ui/button.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { useMapAddress } from './use-map-address.ts'

const NO_MARKERS: readonly MapMarker[] = []
const CITY = 4

interface Props {
  readonly section: Section
  readonly scope: Scope
}

const VIEWS = [
  { label: '地图', isTable: false },
  { label: '表格', isTable: true },
] as const

export function OneMap({ section, scope }: Props) {
  const address = useMapAddress()
  const { categories, categoriesTitle, cluster = true, most } = optionsOf<'sections/one-map'>(section)
  const { params, region, isTable } = address
  const base = useRead<MapBase>({ path: addressOf('map.base'), params: {} })
  const numbers = useRead<MapNumbers>({ path: addressOf('map.regions'), params })
  const points = useRead<MapPoints>({
    path: addressOf('map.points'),
    params: { ...params, ...(most === undefined ? {} : { limit: most }) },
  })
  const [marker, setMarker] = useState<MapMarker | null>(null)
  const { kinds = [], url, caption = '' } = base.data ?? {}
  useLiveRead(kinds.map(({ kind }) => kind))
  const schemes = useSchemes()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours follow from the look
  const shades = useMemo(
    () => toShades(numbers.data?.regions.map(({ count }) => count) ?? []),
    [numbers.data, schemes],
  )
  const shown = kinds.filter(({ kind }) => address.kinds.length === 0 || address.kinds.includes(kind))
  const trail = numbers.data?.trail ?? []
  const area = trail.at(-1)?.name ?? '全国'
  const toRegion = (code: string) => {
    setMarker(null)
    if (code !== region) address.setRegion(code)
  }
  const failed = [base, numbers].find(({ error, data }) => error && data === undefined)
  const retry = () => {
    for (const read of [base, numbers, points]) if (read.error) read.retry()
  }
  return (
    <div className="eq-map" data-view={isTable ? 'table' : 'map'}>
      <section className="eq-card eq-map-main" aria-label="地图">
        <header className="eq-map-head">
          <RegionTrail trail={trail} onRegion={toRegion} />
          {/* biome-ignore lint/a11y/useSemanticElements: two buttons in a row, no set of fields */}
          <div className="eq-map-views" role="group" aria-label="呈现方式">
            {VIEWS.map((view) => (
              <button
                key={view.label}
                type="button"
                aria-pressed={view.isTable === isTable}
                onClick={() => address.showTable(view.isTable)}
              >
                {view.label}
              </button>
            ))}
          </div>
        </header>
        {failed ? <Failed error={failed.error} retry={retry} /> : null}
        {!failed && (!numbers.data || !url) ? (
          <div className="eq-map-canvas">
            <Skeleton shape="block" />
          </div>
        ) : null}
        {!failed && numbers.data && url && !isTable ? (
          <MapCanvas
            url={url}
            region={region}
            label={toLabel(area, numbers.data)}
            numbers={numbers.data}
            shades={shades}
            markers={points.data?.list ?? NO_MARKERS}
            kinds={kinds}
            clustered={cluster}
            onRegion={toRegion}
            onMarker={setMarker}
          />
        ) : null}
        {marker && !isTable ? (
          <MarkerCard
            marker={marker}
            kind={kinds.find(({ kind }) => kind === marker.kind)}
            link={section.open}
            scope={scope}
            onClose={() => setMarker(null)}
          />
        ) : null}
        {numbers.data ? (
          <div className={names('eq-map-numbers', isTable ? '' : 'eq-map-aside')}>
            <RegionTable
              numbers={numbers.data}
              kinds={shown}
              area={area}
              onRegion={region.length < CITY ? toRegion : undefined}
            />
          </div>
        ) : null}
        {isTable ? null : !numbers.data || !base.data ? (
          // Reserves the height of the legend, so that the content underneath does not jump when the legend is
          // loaded.
          failed ? null : (
            <div className="eq-map-legend-wait" />
          )
        ) : (
          <MapLegend shades={shades} kinds={shown} caption={caption} unplaced={numbers.data.unplaced} />
        )}
      </section>
      <div className="eq-map-side">
        <section className="eq-card" aria-label="筛选">
          <MapFilters
            kinds={kinds}
            numbers={numbers.data}
            address={address}
            categories={categories}
            categoriesTitle={categoriesTitle}
          />
        </section>
        <div className="eq-card">
          <MapList section={section} scope={scope} address={address} kinds={kinds} area={area} />
        </div>
      </div>
    </div>
  )
}

/** Describes the map in words. */
function toLabel(area: string, { total, regions }: MapNumbers): string {
  const most = regions.slice(0, 3).map(({ name, count }) => `${name} ${count} 项`)
  return `${area}地图，共 ${total} 项${most.length > 0 ? `，最多的是${most.join('、')}` : ''}；各地区的数量见表格`
}

interface MarkerCardProps {
  readonly marker: MapMarker
  readonly kind: MapKind | undefined
  readonly link: Link | undefined
  readonly scope: Scope
  readonly onClose: () => void
}

/** Draws the card of the chosen marker's item on the map. */
function MarkerCard({ marker, kind, link, scope, onClose }: MarkerCardProps) {
  return (
    <div className="eq-map-card" role="status">
      <p className="eq-map-card-kind">
        <Patch color={kind?.color ?? 'currentColor'} round />
        {kind?.title}
      </p>
      <ItemLink link={link} scope={scope} item={{ id: marker.id, type: marker.kind, title: marker.title }}>
        {marker.title}
      </ItemLink>
      <p className="eq-muted">{marker.exact ? '位置为登记的坐标' : '位置为所在地区示意'}</p>
      <Button icon="close" aria-label="关闭" onClick={onClose} />
    </div>
  )
}

interface RegionTrailProps {
  readonly trail: MapNumbers['trail']
  readonly onRegion: (code: string) => void
}

/** Draws the trail from the country down to the displayed area; each entry leads back. */
function RegionTrail({ trail, onRegion }: RegionTrailProps) {
  const steps = [{ code: '', name: '全国' }, ...trail]
  return (
    <nav className="eq-map-trail" aria-label="地图范围">
      <ol>
        {steps.map(({ code, name }, index) => (
          <li key={code}>
            {index === steps.length - 1 ? (
              <strong aria-current="location">{name}</strong>
            ) : (
              <button type="button" className="eq-text-button" onClick={() => onRegion(code)}>
                {name}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
