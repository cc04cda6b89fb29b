// Computes a stable map position within its region for an item without coordinates.
import centres from '#server/platform/areas/centres.json' with { type: 'json' }

/** In degrees; the circle of that radius (in degrees of latitude) lies within the area. */
type Centre = readonly [longitude: number, latitude: number, radius: number]

// Each entry of the file holds three numbers, which its type does not say.
const CENTRES = centres as unknown as Readonly<Record<string, Centre>>
/** Leaves room to the border, so that no simplified outline cuts a marker off. */
const INNER = 0.75

export interface Position {
  readonly lng: number
  readonly lat: number
}

/** The middle of the smallest area that the map knows around `code`. */
export function centreOf(code: string): Position | null {
  const centre = findCentre(code)
  return centre ? { lng: centre[0], lat: centre[1] } : null
}

/** Returns a position within the area, computed from `id`, so that markers of one region do not overlap. */
export function positionOf(code: string, id: string): Position | null {
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
