// Clusters markers that would overlap, on a grid of degrees that does not move with the map.
import type { MapMarker } from '#shared/calls/map-answers.ts'

export interface Cluster {
  readonly lng: number
  readonly lat: number
  readonly count: number
  readonly kinds: ReadonlyMap<string, number>
  /** Set where it is one item and no other. */
  readonly only?: MapMarker
  /** The region that all markers share; undefined if they are in several. */
  readonly region?: string
}

interface GridCell {
  /** Degrees. */
  readonly width: number
  readonly height: number
}

interface Growing {
  lng: number
  lat: number
  count: number
  readonly first: MapMarker
  readonly kinds: Map<string, number>
  isOnePlace: boolean
}

const toGrowing = (marker: MapMarker): Growing => ({
  lng: marker.lng * marker.count,
  lat: marker.lat * marker.count,
  count: marker.count,
  first: marker,
  kinds: new Map([[marker.kind, marker.count]]),
  isOnePlace: true,
})

export function clusterMarkers(markers: readonly MapMarker[], { width, height }: GridCell): Cluster[] {
  const cells = new Map<string, Growing>()
  for (const marker of markers) {
    const key = `${Math.floor(marker.lng / width)} ${Math.floor(marker.lat / height)}`
    const cell = cells.get(key)
    if (cell) join(cell, toGrowing(marker))
    else cells.set(key, toGrowing(marker))
  }
  return joinNear([...cells.values()], { width, height }).map(toCluster)
}

/** The distance, in parts of a cell, below which two rings overlap. */
const NEAR = 0.78

/** Joins neighbouring clusters that the grid lines separate: the larger one absorbs the smaller. */
function joinNear(cells: Growing[], { width, height }: GridCell): Growing[] {
  const kept: Growing[] = []
  for (const cell of cells.sort((a, b) => b.count - a.count)) {
    const near = kept.find(
      (other) =>
        Math.hypot(
          (other.lng / other.count - cell.lng / cell.count) / width,
          (other.lat / other.count - cell.lat / cell.count) / height,
        ) < NEAR,
    )
    if (near) join(near, cell)
    else kept.push(cell)
  }
  return kept
}

function join(into: Growing, other: Growing): void {
  into.lng += other.lng
  into.lat += other.lat
  into.count += other.count
  for (const [kind, count] of other.kinds) into.kinds.set(kind, (into.kinds.get(kind) ?? 0) + count)
  into.isOnePlace &&= other.isOnePlace && other.first.region === into.first.region
}

/** Every marker by itself, as without clustering. */
export function eachMarker(markers: readonly MapMarker[]): Cluster[] {
  return markers.map(toGrowing).map(toCluster)
}

function toCluster({ lng, lat, count, first, kinds, isOnePlace }: Growing): Cluster {
  return {
    lng: lng / count,
    lat: lat / count,
    count,
    kinds,
    ...(count === 1 && first.id !== undefined ? { only: first } : {}),
    ...(isOnePlace ? { region: first.region } : {}),
  }
}

export interface MapBounds {
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

/** Those on the screen, and as far around it as it is wide: the map can be dragged before they are chosen anew. */
export function clustersWithin(clusters: readonly Cluster[], bounds: MapBounds): Cluster[] {
  const width = bounds.east - bounds.west
  const height = bounds.north - bounds.south
  return clusters.filter(
    ({ lng, lat }) =>
      lng > bounds.west - width &&
      lng < bounds.east + width &&
      lat > bounds.south - height &&
      lat < bounds.north + height,
  )
}
