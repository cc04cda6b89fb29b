// Maps GB/T 2260 codes to names of administrative areas.
import data from './areas.json' with { type: 'json' }

const NAMES: Readonly<Record<string, string>> = data.names

export function shortAreaName(code: string): string | undefined {
  return Object.hasOwn(NAMES, code) ? NAMES[code] : undefined
}
