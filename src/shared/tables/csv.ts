// Reads and writes comma-separated text, as spreadsheets open and write it.
import { type SheetCell, toDisplayValue } from './sheet.ts'

/** Spreadsheets take a file without this mark for another encoding. */
const BYTE_ORDER_MARK = '\ufeff'
/** Matches a text that a spreadsheet would take for a formula; an apostrophe before it prevents that. */
const FORMULA = /^[=+\-@\t\r]/
const SET_OFF = /^'(?=[=+\-@\t\r])/

/**
 * Writes rows as comma-separated text with a byte order prefix (U+FEFF), as spreadsheets open it. Texts never
 * become formulas; numbers remain numbers.
 *
 * @example
 * toCsv([['名称', '数量'], ['=水泵', 2]]) // → "\ufeff名称,数量\r\n'=水泵,2"
 */
export function toCsv(rows: readonly (readonly SheetCell[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => row.map(toCell).join(',')).join('\r\n')
}

function toCell(cell: SheetCell): string {
  const value = toDisplayValue(cell)
  if (typeof value === 'number') return String(value)
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Removes the apostrophe by which `toCsv` prevents a text from being read as a formula; any other text is returned
 * unchanged.
 *
 * @example
 * stripFormulaGuard("'=1+1") // → '=1+1'
 * stripFormulaGuard("'水泵'") // → "'水泵'"
 */
export const stripFormulaGuard = (text: string): string => text.replace(SET_OFF, '')

interface Bounds {
  readonly rows: number
  readonly cells: number
}

interface CsvRow {
  /** As spreadsheets count, from 1. */
  readonly number: number
  readonly cells: readonly string[]
  /** The separator of the row, if it differs from that of the first row: the row was split wrongly. */
  readonly separator?: OtherSeparator
}

export interface OtherSeparator {
  readonly used: string
  readonly wanted: string
}

/** Tells spreadsheets the separator; it is no row of the table. */
const SEPARATOR_LINE = /^"?sep=([^\r\n])"?[ \t]*(?:\r\n|\r|\n|$)/i
/** Programs that put a mark before each part leave several. */
const MARKS = /^\ufeff+/

/**
 * Reads comma-separated text, or text with another separator, which is detected. Returns undefined if a quotation
 * has no end. Empty rows are omitted; `number` counts as spreadsheets do, from 1. It reads at most one row more
 * than `rows` and one cell more than `cells`, so that the caller notices an excess.
 *
 * @example
 * readCsv('名称,数量\n水泵,2', { rows: 100, cells: 10 })?.map(({ cells }) => cells)
 * // → [['名称', '数量'], ['水泵', '2']]
 */
export function readCsv(written: string, { rows: most, cells: mostCells }: Bounds): CsvRow[] | undefined {
  const marked = written.replace(MARKS, '')
  const named = SEPARATOR_LINE.exec(marked)
  const text = named ? marked.slice(named[0].length).replace(MARKS, '') : marked
  const separator = named?.[1] ?? separatorOf(text)
  const found: CsvRow[] = []
  let [at, number] = [0, named ? 1 : 0]
  while (at < text.length && found.length <= most) {
    number += 1
    const from = at
    const cells: string[] = []
    for (;;) {
      const read = readCell(text, at, separator)
      if (!read) return undefined
      if (cells.length <= mostCells) cells.push(read.value)
      at = read.end
      if (text[at] !== separator) break
      at += 1
    }
    const heads = found[0]?.cells.length ?? 0
    const used =
      cells.length < heads ? otherSeparator(text.slice(from, at), separator, cells.length, heads) : null
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1
    at += 1
    if (cells.some((cell) => cell.trim() !== ''))
      found.push({ number, cells, ...(used ? { separator: { used, wanted: separator } } : {}) })
  }
  return found
}

/** The mark that parts a row into as many cells as there are headings, or into most of them what was no part at all. */
function otherSeparator(row: string, own: string, cells: number, heads: number): string | null {
  const others = SEPARATORS.flat().filter((mark) => mark !== own)
  const suits = (count: number) => count === heads || (cells === 1 && count > 1 && count * 2 > heads)
  return others.find((mark) => suits(countCells(row, mark))) ?? null
}

function countCells(row: string, separator: string): number {
  for (let [count, at] = [1, 0]; ; count += 1) {
    const read = readCell(row, at, separator)
    if (read === undefined || row[read.end] !== separator) return count
    at = read.end + 1
  }
}

function readCell(text: string, from: number, separator: string): { value: string; end: number } | undefined {
  if (text[from] !== '"') {
    const end = readPlain(text, from, separator)
    return { value: text.slice(from, end), end }
  }
  let value = ''
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return undefined
    value += text.slice(at, quote)
    at = quote + 1
    if (text[at] === '"') {
      value += '"'
      at += 1
      continue
    }
    // Text after the closing quotation mark belongs to the cell, as in spreadsheets.
    const rest = readPlain(text, at, separator)
    return { value: value + text.slice(at, rest), end: rest }
  }
}

function readPlain(text: string, from: number, separator: string): number {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return end
}

/** Those of Chinese texts count only where there is no other: headings hold them too. */
const SEPARATORS = [
  [',', '\t', ';', '|'],
  ['，', '；'],
]

/** The first lines, among which those of a title may have no separator. */
const HEAD_LENGTH = 100_000
const HEAD_LINES = 10

/** The one that the first line with any has most of, outside quotations. */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, HEAD_LENGTH)
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]+/, HEAD_LINES)
  for (const marks of SEPARATORS)
    for (const line of lines) {
      const count = (mark: string) => line.split(mark).length - 1
      const most = marks.reduce((best, mark) => (count(mark) > count(best) ? mark : best))
      if (count(most) > 0) return most
    }
  return ','
}
