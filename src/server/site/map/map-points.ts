// Returns the markers of the map: single items where there are few, else counts by type and place.
import { type RawBuilder, sql } from 'kysely'
import { valueExpression } from '#server/content/fields/field-expression.ts'
import centres from '#server/platform/areas/centres.json' with { type: 'json' }
import type { Call } from '#server/platform/call.ts'
import { readInteger } from '#server/platform/calls/read-parameter.ts'
import type { MapMarker, MapPoints } from '#shared/calls/map-answers.ts'
import type { Field } from '#shared/model/content-model.ts'
import { loadCounts, regionColumn } from './map-counts.ts'
import { chosenLayers, type LayerRows, readLayers, readMapQuery, rowsOf } from './map-layers.ts'
import { mapAreaOf } from './map-region.ts'

/** As many markers as a slow line brings in a moment. */
const USUAL = 2_000
const MAX_MARKERS = 10_000
const DISTRICT = 6
/** The bounds of the country in degrees; coordinates outside are errors. */
const BOX = { west: 73, east: 136, south: 3, north: 54 } as const

interface PointRow {
  readonly id: string
  readonly kind: string
  readonly title: string
  readonly region: string
  readonly lng: number | null
  readonly lat: number | null
}

export function mapPoints(call: Call): Promise<unknown> {
  const { services, params } = call
  const model = services.model()
  const query = readMapQuery(params)
  const layers = chosenLayers(model, params, call.caller)
  const limit = readInteger(params, 'limit', { min: 1, max: MAX_MARKERS }) ?? USUAL
  const key = JSON.stringify([query, layers.map(({ kind }) => kind), limit])
  return readLayers(call, layers, `points:${key}`, async (): Promise<MapPoints> => {
    const rows = rowsOf(model, layers, query, call.caller)
    const single = await loadSingle(call, rows, limit)
    const list = single ?? (await loadAreaMarkers(call, rows, query.region))
    return { total: list.reduce((total, { count }) => total + count, 0), single: single !== null, list }
  })
}

/** Null where there are more than `limit`. */
async function loadSingle(
  { services }: Call,
  layers: readonly LayerRows[],
  limit: number,
): Promise<MapMarker[] | null> {
  if (layers.length === 0) return []
  const enough = sql.lit(limit + 1)
  const parts = layers.map(({ layer, plan, where }) => {
    const region = sql.raw(regionColumn(plan))
    const coordinate = (name: string | undefined) =>
      sql.raw(coordinateOf(plan.byName.get(name ?? ''), plan.type))
    return sql`(select id, ${sql.lit(layer.kind)} as kind, title, ${region} as region,
      ${coordinate(layer.longitude)} as lng, ${coordinate(layer.latitude)} as lat
      from item where ${where} and ${region} is not null limit ${enough})`
  })
  const { rows } = await sql<PointRow>`select * from (${unionAll(parts)}) points limit ${enough}`.execute(
    services.db,
  )
  if (rows.length > limit) return null
  return rows.flatMap(toPoint).sort(byRegion)
}

function coordinateOf(field: Field | undefined, type: LayerRows['plan']['type']): string {
  const value = field && valueExpression(type, field)
  return value === undefined ? 'null::float8' : `${value}::float8`
}

function toPoint({ lng, lat, ...row }: PointRow): MapMarker[] {
  const isHere =
    lng !== null && lat !== null && lng > BOX.west && lng < BOX.east && lat > BOX.south && lat < BOX.north
  const position = isHere ? { lng, lat } : positionOf(row.region, row.id)
  return position ? [{ ...row, ...position, count: 1, exact: isHere }] : []
}

/** Cities from afar, districts within a province. */
async function loadAreaMarkers(
  { services }: Call,
  layers: readonly LayerRows[],
  within: string,
): Promise<MapMarker[]> {
  const counts = await loadCounts(services.db, layers, DISTRICT)
  const places = new Map<string, MapMarker>()
  for (const { kind, region, count } of counts) {
    if (region === null) continue
    const place = within === '' ? (mapAreaOf(region) ?? region.slice(0, 2)) : region
    const key = `${kind} ${place}`
    const known = places.get(key)
    // Districts have no centre of their own on the map: they are placed around that of their city.
    const position = place.length > 4 ? positionOf(place, place) : centreOf(place)
    if (known) places.set(key, { ...known, count: known.count + count })
    else if (position) places.set(key, { kind, region: place, count, ...position, exact: false })
  }
  return [...places.values()].sort(byRegion)
}

const byRegion = (a: MapMarker, b: MapMarker): number =>
  a.region === b.region ? ((a.id ?? a.kind) < (b.id ?? b.kind) ? -1 : 1) : a.region < b.region ? -1 : 1

const unionAll = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` union all `)

/** In degrees; the circle of that radius (in degrees of latitude) lies within the area. */
type Centre = readonly [longitude: number, latitude: number, radius: number]

// Each entry of the file holds three numbers, which its type does not say.
const CENTRES = centres as unknown as Readonly<Record<string, Centre>>
/** Leaves room to the border, so that no simplified outline cuts a marker off. */
const INNER = 0.75

interface Position {
  readonly lng: number
  readonly lat: number
}

/** The middle of the smallest area that the map knows around `code`. */
function centreOf(code: string): Position | null {
  const centre = findCentre(code)
  return centre ? { lng: centre[0], lat: centre[1] } : null
}

/** Returns a position within the area, computed from `id`, so that markers of one region do not overlap. */
function positionOf(code: string, id: string): Position | null {
  const centre = findCentre(code)
  if (!centre) return null
  const [lng, lat, radius] = centre
  const angle = fraction(id, 1) * 2 * Math.PI
  const distance = Math.sqrt(fraction(id, 2)) * radius * INNER
  const x = (distance * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180)
  return { lng: round(lng + x), lat: round(lat + distance * Math.sin(angle)) }
}

function findCentre(code: string): Centre | undefined {
  for (const length of [6, 4, 2]) {
    const part = code.slice(0, length)
    if (part.length === length && Object.hasOwn(CENTRES, part)) return CENTRES[part]
  }
  return undefined
}

const round = (degrees: number): number => Math.round(degrees * 10_000) / 10_000

/** FNV-1a, mixed once more because ids that were made together differ in few places: from 0 to below 1. */
function fraction(text: string, seed: number): number {
  let hash = 0x811c9dc5 ^ seed
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}
