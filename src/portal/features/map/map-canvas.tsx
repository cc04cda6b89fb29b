// Draws the canvas of the map: loads the outlines, updates the drawing, shows its buttons.
import { useEffect, useRef } from 'react'
import { usePreferences } from '#portal/core/state/preferences.ts'
import { Button } from '#portal/ui/button.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import type { Shade } from '#portal/ui/format/shading.ts'
import { useLoaded } from '#portal/ui/hooks/use-loaded.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { MapKind, MapMarker, MapNumbers } from '#shared/calls/map-answers.ts'
import type { MapDrawing } from './map-renderer.ts'
import { loadOutlines } from './region-outlines.ts'

interface Props {
  readonly url: string
  readonly region: string
  readonly label: string
  readonly numbers: MapNumbers
  readonly shades: readonly Shade[]
  readonly markers: readonly MapMarker[]
  readonly kinds: readonly MapKind[]
  readonly clustered: boolean
  readonly onRegion: (code: string) => void
  readonly onMarker: (marker: MapMarker) => void
}

const FONT = 12
const CARE_FONT = 18
const ZOOM_FACTOR = 1.7

export function MapCanvas({ url, region, label, numbers, shades, markers, kinds, clustered, ...on }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const drawing = useRef<MapDrawing>(null)
  const clicks = useRef(on)
  clicks.current = on
  const { care } = usePreferences()
  const load = () => Promise.all([loadOutlines(url, region), import('./map-renderer.ts')])
  const { value, error, retry } = useLoaded(load, [url, region])
  // The map before stays on the screen while another is on its way.
  const shown = useRef(value)
  if (value) shown.current = value
  const [outlines, renderer] = shown.current ?? []
  const Drawing = renderer?.MapDrawing
  useEffect(() => {
    const element = place.current
    if (!element || !Drawing) return
    const made = new Drawing(element, {
      onRegion: (code) => clicks.current.onRegion(code),
      onMarker: (marker) => clicks.current.onMarker(marker),
    })
    drawing.current = made
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.dispose()
      drawing.current = null
    }
  }, [Drawing])
  useEffect(() => {
    if (!outlines) return
    drawing.current?.draw({
      outlines,
      regions: numbers.regions,
      shades,
      markers,
      style: {
        font: care ? CARE_FONT : FONT,
        colors: new Map(kinds.map(({ kind, color }) => [kind, color])),
      },
      tips: !care,
      touched: matchMedia('(pointer: coarse)').matches,
      clustered,
    })
  }, [outlines, numbers, shades, markers, kinds, clustered, care])
  if (error) return <Failed message="地图加载失败，各地区数量见表格" retry={retry} />
  return (
    <div className="eq-map-canvas">
      <div ref={place} className="eq-map-chart" role="img" aria-label={label} data-drawn={outlines?.name} />
      {outlines ? null : <Skeleton shape="block" />}
      {/* biome-ignore lint/a11y/useSemanticElements: buttons in a column, no set of fields */}
      <div className="eq-map-zoom" role="group" aria-label="缩放地图">
        <Button icon="add" aria-label="放大" onClick={() => drawing.current?.zoom(ZOOM_FACTOR)} />
        <Button icon="minus" aria-label="缩小" onClick={() => drawing.current?.zoom(1 / ZOOM_FACTOR)} />
        <Button icon="refresh" aria-label="显示全图" onClick={() => drawing.current?.zoom(0)} />
      </div>
    </div>
  )
}
