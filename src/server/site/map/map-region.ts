// Maps a region code to its area on the map of the country, a province or a city.

import { shortAreaName } from '#server/platform/areas/area-names.ts'
import { badParameter, type Parameters, readText } from '#server/platform/calls/read-parameter.ts'
import { trimRegionCode } from '#shared/formats/region-codes.ts'

/** The names of levels that only group their parts; the map shows the parts instead. */
const CONTAINERS = new Set(['市辖区', '县', '省直辖县级行政区划', '自治区直辖县级行政区划'])

const isContainer = (code: string): boolean => CONTAINERS.has(shortAreaName(code) ?? '')

/** Returns the requested area: a city (or its substitute), a province, or '' for the country. */
export function readRegion(params: Parameters): string {
  for (const name of ['cityId', 'provinceId'] as const) {
    const written = readText(params, name)
    if (written === undefined) continue
    const code = trimRegionCode(written)
    if (shortAreaName(code) !== undefined && (name === 'cityId' || code.length === 2)) return code
    throw badParameter(name, '地区不存在，请填写省级或市级行政区代码，例如 440000、440300')
  }
  return ''
}

/** The parts of the map that `within` is divided into; null where an item is not placed that closely. */
export function mapPart(code: string | null, within: string): string | null {
  if (code === null || shortAreaName(code.slice(0, 2)) === undefined) return null
  if (within === '') return code.slice(0, 2)
  if (code.length <= within.length) return null
  if (within.length === 2) return mapAreaOf(code)
  const part = code.slice(0, within.length + 2)
  return shortAreaName(part) === undefined ? null : part
}

/** Returns the city, or the district or county that stands for one; null for a province as a whole. */
export function mapAreaOf(code: string): string | null {
  const city = code.slice(0, 4)
  const place = isContainer(city) ? code.slice(0, 6) : city
  return place.length < 4 || isContainer(place) || shortAreaName(place) === undefined ? null : place
}

/** `广东省 深圳市 南山区`; what only holds together says nothing and is left out. */
export function mapRegionName(code: string): string | null {
  const levels = [2, 4, 6].filter((length) => length <= code.length).map((length) => code.slice(0, length))
  const names = levels.filter((level) => !isContainer(level)).flatMap((level) => shortAreaName(level) ?? [])
  return names.join(' ') || null
}

/** From the country down to the area, the country itself left out. */
export function trailOf(region: string): { readonly code: string; readonly name: string }[] {
  const codes = region === '' ? [] : [region.slice(0, 2), ...(region.length > 2 ? [region] : [])]
  return codes.map((code) => ({ code, name: shortAreaName(code) ?? code }))
}
