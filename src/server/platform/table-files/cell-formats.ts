// Reads the number formats of a workbook: which numbers are dates or percents, and what a cell shows.
import { format as formatValue, isDateFormat, isPercentFormat } from 'numfmt'
import { attribute, xmlTokens } from './xml-tokens.ts'

export interface CellFormat {
  readonly kind: 'plain' | 'date' | 'percent'
  /** Its pattern, where that decides what the cell shows. */
  readonly pattern?: string
}

export const PLAIN: CellFormat = { kind: 'plain' }

/** Formats that files name by number only. Those of dates are written otherwise in each country and have no pattern here. */
const BUILT_IN_DATES = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
const BUILT_IN_PATTERNS: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
}
const MAX_PATTERN = 255
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
      formats.push(toFormat(id, codes.get(id)))
    }
  }
  return formats
}

/** General and scientific formats show fewer digits than the cell holds. */
const LOSES_DIGITS = /general|[eE][+-]|@/i
const ELAPSED = /\[(?:h+|m+|s+)\]/i
const QUOTED = /"[^"]*"|\\.|[_*]./g

function toFormat(id: number, code = BUILT_IN_PATTERNS[id]): CellFormat {
  if (code === undefined) return BUILT_IN_DATES(id) ? { kind: 'date' } : PLAIN
  if (code.length > MAX_PATTERN) return PLAIN
  // As Chinese versions of Excel and WPS write them.
  const pattern = code.replaceAll('G/通用格式', 'General').replaceAll('上午/下午', 'AM/PM')
  try {
    // Hours or minutes of a length of time, such as 36:00, are no time of a day.
    if (ELAPSED.test(pattern)) return { kind: 'plain', pattern }
    if (isDateFormat(pattern)) return { kind: 'date', pattern }
    const kind = isPercentFormat(pattern) ? 'percent' : 'plain'
    return LOSES_DIGITS.test(pattern.replaceAll(QUOTED, '')) ? { kind } : { kind, pattern }
  } catch {
    return PLAIN
  }
}

/** Returns the text that the cell shows; undefined if its format has no pattern or shows nothing. */
export function toDisplayText(value: number, { pattern }: CellFormat, is1904: boolean): string | undefined {
  if (pattern === undefined) return undefined
  try {
    const days = is1904 && isDateFormat(pattern) ? DAYS_1904 : 0
    const shown = formatValue(pattern, value + days, { locale: 'zh-CN', nbsp: false, throws: true })
    return shown.trim() || undefined
  } catch {
    return undefined
  }
}

/** From the first day of the count of 1900 to that of 1904. */
const DAYS_1904 = 1462

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
