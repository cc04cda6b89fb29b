// Computes the distance between two points on the earth.

export interface Point {
  readonly lng: number
  readonly lat: number
}

export const EARTH_KM = 6371

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180

/** In kilometres along the ground. */
export function kilometresBetween(one: Point, other: Point): number {
  const [from, to] = [toRadians(one.lat), toRadians(other.lat)]
  const across = Math.sin((to - from) / 2) ** 2
  const along = Math.sin(toRadians(other.lng - one.lng) / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.sqrt(Math.min(1, across + Math.cos(from) * Math.cos(to) * along)))
}

/** Undefined where one of the coordinates is missing. */
export function toPoint(lng: unknown, lat: unknown): Point | undefined {
  return typeof lng === 'number' && typeof lat === 'number' ? { lng, lat } : undefined
}
