// Owns the names of administrative areas by GB/T 2260 code.
import data from './areas.json' with { type: 'json' }

const NAMES: Readonly<Record<string, string>> = data.names

export function areaName(code: string): string | undefined {
  return Object.hasOwn(NAMES, code) ? NAMES[code] : undefined
}
