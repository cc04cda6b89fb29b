// Owns what the number formats of a workbook say of its cells: dates are stored as numbers there.
import { attribute, xmlTokens } from './xml-tokens.ts'

export type CellFormat = 'plain' | 'date' | 'percent'

const BUILT_IN_DATES = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
const BUILT_IN_PERCENT = new Set([9, 10])
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** By the number that a cell names as its style. */
export function readFormats(xml: string): CellFormat[] {
  const codes = new Map<number, string>()
  const formats: CellFormat[] = []
  let isInside = false
  for (const { tag, isEnd, isEmpty, attributes } of xmlTokens(xml)) {
    if (tag === 'numFmt')
      codes.set(Number(attribute(attributes, 'numFmtId')), attribute(attributes, 'formatCode') ?? '')
    if (tag === 'cellXfs') isInside = !isEnd && !isEmpty
    if (tag === 'xf' && isInside && !isEnd) {
      const id = Number(attribute(attributes, 'numFmtId') ?? 0)
      formats.push(formatOf(id, codes.get(id)))
    }
  }
  return formats
}

function formatOf(id: number, code: string | undefined): CellFormat {
  if (code === undefined) return BUILT_IN_DATES(id) ? 'date' : BUILT_IN_PERCENT.has(id) ? 'percent' : 'plain'
  // Neither quoted words nor colours and conditions in brackets are part of the pattern.
  const pattern = code.slice(0, 200).replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '')
  if (/[ymdhs]/i.test(pattern) && !/general/i.test(pattern)) return 'date'
  return pattern.includes('%') ? 'percent' : 'plain'
}

/** A day of the 1900 or the 1904 count, with its time where it has one, such as `2026-01-05 08:30`. */
export function toDateText(serial: number, is1904: boolean): string | undefined {
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const minutes = Math.round((serial * DAY_MS) / MINUTE_MS) * MINUTE_MS
  const date = new Date(epoch + minutes)
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return undefined
  const text = date.toISOString()
  if (serial < 1) return text.slice(11, 16)
  return text.slice(11, 16) === '00:00' ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`
}
