// Maps GB/T 2260 codes to names of administrative areas.
import data from './areas.json' with { type: 'json' }

const NAMES: Readonly<Record<string, string>> = data.names

/**
 * Returns the short name of an administrative area by its GB/T 2260 code; undefined for an unknown code.
 *
 * @example
 * shortAreaName('3501') // → '福州市'
 * shortAreaName('0000') // → undefined
 */
export function shortAreaName(code: string): string | undefined {
  return Object.hasOwn(NAMES, code) ? NAMES[code] : undefined
}
