// Lists the administrative regions: GB/T 2260 codes of two, four and six digits.
import { REGION_CODES } from '#shared/generated/region-codes.ts'

let cachedCodes: ReadonlySet<string> | undefined

/** Built when somebody first asks; a page that shows no form never does. */
export function regionCodes(): ReadonlySet<string> {
  cachedCodes ??= new Set(
    Object.entries(REGION_CODES).flatMap(([province, cities]) => [
      province,
      ...cities.split(' ').flatMap((city) => {
        const [code = '', ...districts] = city.match(/../g) ?? []
        return code ? [province + code, ...districts.map((district) => province + code + district)] : []
      }),
    ]),
  )
  return cachedCodes
}

export function isRegionCode(code: string): boolean {
  return regionCodes().has(code)
}

/** Without the zeros that fill a code up to six digits or more: 440000 is 44. */
export function trimRegionCode(code: string): string {
  return code.replace(/^(\d\d(?:\d\d){0,4}?)(?:00)+$/, '$1')
}
