// Compiles `map`: the fields by which the items of a content type are placed on the map.

import type { WrittenContentType } from '#config/generated/written.ts'
import type { Place } from '#config/load/place.ts'
import type { ContentType, Disclosure, Field } from '#shared/model/content-model.ts'

interface Owner {
  readonly title: string
  readonly map?: WrittenContentType['map']
  readonly fields: readonly Field[]
  readonly region: string | undefined
  readonly disclosure?: Disclosure
}

const LAST = 999

/** Undefined where the type is not on the map. */
export function compileMapLayer(here: Place, owner: Owner): ContentType['map'] {
  const { map, fields, region, title } = owner
  if (!map) return undefined
  const byName = new Map(fields.map((field) => [field.name, field]))
  const place = byName.get(region ?? '')
  if (place?.type !== 'region' || !place.filter || place.visible !== undefined)
    here.at('map').report('map_region', { key: true })
  if (owner.disclosure) here.at('map').report('map_public', { key: true, title })
  checkCoordinates(here, map, byName)
  const { longitude, latitude } = map
  return {
    title: map.title ?? title,
    color: map.color,
    order: map.order ?? LAST,
    ...(longitude && latitude ? { longitude, latitude } : {}),
    ...(map.within ? { within: map.within } : {}),
  }
}

function checkCoordinates(
  here: Place,
  { longitude, latitude, within }: NonNullable<Owner['map']>,
  byName: ReadonlyMap<string, Field>,
): void {
  if ((longitude === undefined) !== (latitude === undefined))
    here
      .at('map', longitude === undefined ? 'latitude' : 'longitude')
      .report('map_coordinates.pair', { key: true })
  if (within !== undefined && (longitude === undefined || latitude === undefined))
    here.at('map', 'within').report('map_coordinates.within', { key: true })
  for (const [key, name] of Object.entries({ longitude, latitude })) {
    if (name === undefined) continue
    const at = here.at('map', key)
    const field = at.find('field', '字段', name, byName)
    if (field && (field.type !== 'number' || field.visible !== undefined))
      at.report('map_coordinates.type', { found: field.type, expected: 'number', name })
  }
  const north = byName.get(latitude ?? '')?.schema.maximum
  if (typeof north === 'number' && north > 90)
    here.at('map', 'latitude').report('map_exchanged', {
      found: latitude ?? '',
      ...(longitude ? { expected: longitude } : {}),
      latitude,
      north,
    })
}
