// Converts units of measurement, and tells which of them measure the same quantity.

/** Factors to the first unit of each row. A unit in no row is comparable only to itself. */
const DIMENSIONS: readonly Readonly<Record<string, number>>[] = [
  { m: 1, mm: 0.001, cm: 0.01, km: 1000 },
  { kg: 1, g: 0.001, t: 1000 },
  { h: 1, min: 1 / 60, s: 1 / 3600, d: 24 },
  { 'm³/h': 1, 'L/min': 0.06, 'L/s': 3.6, 'm³/min': 60, 'm³/s': 3600 },
  { 'km/h': 1, 'm/s': 3.6, 'm/min': 0.06, kn: 1.852 },
  { kW: 1, W: 0.001, MW: 1000, hp: 0.735499 },
  { MPa: 1, kPa: 0.001, bar: 0.1, Pa: 0.000001 },
  { kN: 1, N: 0.001 },
  { L: 1, mL: 0.001, 'm³': 1000 },
  { Mbps: 1, kbps: 0.001, bps: 0.000001, Gbps: 1000 },
  { Hz: 1, kHz: 1000, MHz: 1_000_000, GHz: 1_000_000_000 },
  { 万元: 1, 元: 0.0001, 亿元: 10_000 },
]

/** All that can be converted. */
export const UNITS: readonly string[] = DIMENSIONS.flatMap((dimension) => Object.keys(dimension))

/** Beyond, digits come from the conversion and not from the measurement. */
const SIGNIFICANT = 10

function dimensionOf(unit: string): Readonly<Record<string, number>> | undefined {
  return DIMENSIONS.find((dimension) => Object.hasOwn(dimension, unit))
}

/**
 * Returns true if values of both units can be compared. A missing unit is comparable only to a missing one, and an
 * unknown unit only to itself.
 *
 * @example
 * isConvertible('L/s', 'm³/h') // → true
 * isConvertible('kg', 'm') // → false
 */
export function isConvertible(from: string | undefined, to: string | undefined): boolean {
  if (from === to) return true
  if (from === undefined || to === undefined) return false
  const dimension = dimensionOf(from)
  return dimension !== undefined && Object.hasOwn(dimension, to)
}

/**
 * Converts a value from one unit to another, to 10 significant digits. The value is returned unchanged if one of
 * the units is undefined. Throws `TypeError` when the units measure different quantities or are unknown.
 *
 * @example
 * convert(90, 'min', 'h') // → 1.5
 * convert(2, '亿元', '万元') // → 20000
 */
export function convert(value: number, from: string | undefined, to: string | undefined): number {
  if (from === to || from === undefined || to === undefined) return value
  const dimension = dimensionOf(from)
  if (dimension?.[from] === undefined || dimension[to] === undefined)
    throw new TypeError(`${from} cannot be said in ${to}`)
  return Number(((value * dimension[from]) / dimension[to]).toPrecision(SIGNIFICANT))
}
