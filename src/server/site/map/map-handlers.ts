// Handles the calls of the map: base and layers, counts by region, markers, the list.
import type { Handlers } from '#server/platform/call.ts'
import type { Settings } from '#server/platform/settings.ts'
import { layersOf } from './map-layers.ts'
import { mapList } from './map-list.ts'
import { mapPoints } from './map-points.ts'
import { mapNumbers } from './map-regions.ts'

/**
 * Builds the handlers of the map: its base with the layers that the caller may read, the numbers of regions, the
 * points and their list.
 *
 * @example
 * const handlers: Handlers = { ...buildMapHandlers(settings.map) }
 */
export function buildMapHandlers(base: Settings['map']): Handlers {
  return {
    'map.base': async ({ services, caller }) => ({
      ...base,
      kinds: layersOf(services.model(), caller).map(({ kind, title, color, icon }) => ({
        kind,
        title,
        color,
        icon,
      })),
    }),
    'map.regions': mapNumbers,
    'map.points': mapPoints,
    'map.list': mapList,
  }
}
