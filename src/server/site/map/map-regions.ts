// Counts the items of each area of the map by type.

import { shortAreaName } from '#server/platform/areas/area-names.ts'
import type { Call } from '#server/platform/call.ts'
import type { MapNumbers } from '#shared/calls/map-answers.ts'
import { loadCounts, type RegionCount } from './map-counts.ts'
import {
  chosenLayers,
  layersOf,
  type MapLayerRows,
  type MapQuery,
  readMapQuery,
  rowsOf,
  topicsOf,
} from './map-layers.ts'
import { mapPart, trailOf } from './map-region.ts'

const DISTRICT = 6
const PROVINCE = 2

/**
 * Counts all layers, so that one statement serves every choice of types and each type has its count. Layers of
 * restricted types are counted per caller.
 */
export async function loadRegionCounts(
  { services, caller }: Pick<Call, 'services' | 'caller'>,
  query: MapQuery,
): Promise<readonly RegionCount[]> {
  const model = services.model()
  const layers = layersOf(model, caller)
  const open = layers.filter(({ isOpen }) => isOpen)
  const digits = query.region === '' ? PROVINCE : DISTRICT
  const count = (some: readonly MapLayerRows[]) =>
    loadCounts(services.db, rowsOf(model, some, query, caller), digits)
  const [{ json }, others] = await Promise.all([
    services.cache.read(topicsOf(model, open), `map.counts:${model.hash}:${JSON.stringify(query)}`, () =>
      count(open),
    ),
    count(layers.filter(({ isOpen }) => !isOpen)),
  ])
  return [...(JSON.parse(json) as RegionCount[]), ...others]
}

export async function mapNumbers(call: Call): Promise<MapNumbers> {
  const model = call.services.model()
  const query = readMapQuery(call.params)
  const chosen = chosenLayers(model, call.params, call.caller)
  const counts = await loadRegionCounts(call, query)
  return toNumbers(
    query.region,
    layersOf(model, call.caller),
    new Set(chosen.map(({ kind }) => kind)),
    counts,
  )
}

function toNumbers(
  within: string,
  layers: readonly MapLayerRows[],
  chosen: ReadonlySet<string>,
  counts: readonly RegionCount[],
): MapNumbers {
  const byRegion = new Map<string, Record<string, number>>()
  const byKind = new Map<string, number>()
  let unplaced = 0
  for (const { kind, region, count } of counts) {
    byKind.set(kind, (byKind.get(kind) ?? 0) + count)
    if (!chosen.has(kind)) continue
    const part = mapPart(region, within)
    if (part === null) {
      unplaced += count
      continue
    }
    const kinds = byRegion.get(part) ?? {}
    kinds[kind] = (kinds[kind] ?? 0) + count
    byRegion.set(part, kinds)
  }
  const regions = [...byRegion]
    .map(([code, kinds]) => ({
      code,
      name: shortAreaName(code) ?? code,
      count: sum(Object.values(kinds)),
      kinds,
    }))
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1))
  return {
    total: unplaced + sum(regions.map(({ count }) => count)),
    unplaced,
    trail: trailOf(within),
    kinds: layers.map(({ kind, title }) => ({ kind, title, count: byKind.get(kind) ?? 0 })),
    regions,
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
