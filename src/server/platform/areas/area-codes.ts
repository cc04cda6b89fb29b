// Lists all administrative areas by GB/T 2260 code.
import data from './areas.json' with { type: 'json' }

export const AREA_CODES: readonly string[] = Object.keys(data.names)
