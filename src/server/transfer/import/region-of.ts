// Finds an administrative area by its names from the top, by a single name, or by its code.

import { AREA_CODES } from '#server/platform/areas/area-codes.ts'
import { areaName } from '#server/platform/areas/area-name.ts'
import { foldText } from './fold-heading.ts'

const SEPARATORS = /[\s/\\>＞、,，-]+/g

let regionsByName: ReadonlyMap<string, string> | undefined

/** Whole names, and single ones that only one area has. */
function byName(): ReadonlyMap<string, string> {
  if (regionsByName) return regionsByName
  const [whole, single, doubtful] = [new Map<string, string>(), new Map<string, string>(), new Set<string>()]
  for (const code of AREA_CODES) {
    const parts = (areaName(code) ?? '').split(' ')
    const own = foldText(parts.at(-1) ?? '')
    whole.set(foldText(parts.join('')), code)
    if (single.has(own)) doubtful.add(own)
    single.set(own, code)
  }
  for (const name of doubtful) single.delete(name)
  regionsByName = new Map([...single, ...whole])
  return regionsByName
}

export function regionOf(text: string): string | undefined {
  const written = foldText(text.replaceAll(SEPARATORS, ''))
  if (/^\d{2,6}$/.test(written)) return areaName(written) === null ? undefined : written
  return byName().get(written)
}
