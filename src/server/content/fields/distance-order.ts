// Orders a list by distance: items near the caller's point first, within the radius of a setting.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { badParameter, type Parameters, readText } from '#server/platform/calls/read-parameter.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { EARTH_KM, type Point } from '#shared/formats/distance.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { readSetting } from './read-setting.ts'

export interface Near extends Point {
  readonly km: number
}

/** Undefined where the caller gives no point, or the type knows nothing of near and far. */
export async function readNear(
  db: Kysely<Schema>,
  model: Model,
  { map }: ContentType,
  params: Parameters,
): Promise<Near | undefined> {
  const text = map?.within === undefined ? undefined : readText(params, 'near')
  if (map?.within === undefined || text === undefined) return undefined
  const [lng, lat] = text.split(',').map(Number)
  if (lng === undefined || lat === undefined || !(Math.abs(lng) <= 180) || !(Math.abs(lat) <= 90))
    throw badParameter('near')
  const km = await readSetting(db, model, map.within)
  return typeof km === 'number' ? { lng, lat, km } : undefined
}

/** 0 for what is near, 1 for the others and for what has no place. */
export function nearOrder({ map }: ContentType, { lng, lat, km }: Near): RawBuilder<number> {
  const degrees = (field = '') => sql`(body->>${sql.lit(field)})::float8`
  const [itemLng, itemLat] = [degrees(map?.longitude), degrees(map?.latitude)]
  const across = sql`power(sin(radians(${itemLat} - ${lat}::float8) / 2), 2)`
  const along = sql`power(sin(radians(${itemLng} - ${lng}::float8) / 2), 2)`
  const chord = sql`${across} + cos(radians(${lat}::float8)) * cos(radians(${itemLat})) * ${along}`
  return sql`case when ${sql.lit(2 * EARTH_KM)} * asin(sqrt(least(1, ${chord}))) <= ${km}::float8 then 0 else 1 end`
}
