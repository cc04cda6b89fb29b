// Reads the first visible sheet of an Excel workbook as texts. Does not trust the size that the file declares.
import { setImmediate as giveWay } from 'node:timers/promises'
import { type CellFormat, PLAIN, readFormats, toDateText, toDisplayText } from './cell-formats.ts'
import { type Relationship, readRelationships, readXmlPart } from './read-package.ts'
import { ZipReader } from './read-zip.ts'
import {
  ERROR_CELL,
  MERGED_CELL,
  NOT_COMPUTED,
  type TableBounds,
  TableError,
  type TableFile,
} from './table-file.ts'
import { attribute, type XmlToken, xmlTokens } from './xml-tokens.ts'

/** The default path of the workbook, for programs that do not declare it. */
const WORKBOOK = 'xl/workbook.xml'
/** So many tags are read before others have their turn. */
const TURN = 5_000
/** Digits that a spreadsheet shows; those behind come from the binary form. */
const DIGITS = 15
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

interface Book {
  readonly texts: readonly string[]
  readonly formats: readonly CellFormat[]
  readonly is1904: boolean
}

export async function readXlsx(bytes: Buffer, bounds: TableBounds): Promise<TableFile> {
  const zip = await ZipReader.open(bytes, bounds.bytes)
  const part = await findWorkbook(zip)
  const workbook = await readXmlPart(zip, part)
  const relationships = await readRelationships(zip, part)
  const sheet = findSheet(workbook, relationships)
  const optional = async (kind: string) => {
    const name = relationships.find((one) => one.kind === kind)?.part ?? part.replace(/[^/]*$/, `${kind}.xml`)
    return zip.has(name) ? readXmlPart(zip, name) : ''
  }
  const book = {
    texts: await readTexts(await optional('sharedStrings')),
    formats: readFormats(await optional('styles')),
    is1904: /<(?:\w+:)?workbookPr[^>]*date1904="(?:1|true)"/.test(workbook),
  }
  return readRows(await readXmlPart(zip, sheet), book, bounds)
}

async function findWorkbook(zip: ZipReader): Promise<string> {
  const named = (await readRelationships(zip)).find(({ kind }) => kind === 'officeDocument')?.part
  if (named?.toLowerCase().endsWith('.bin')) throw new TableError('old')
  const part = named ?? WORKBOOK
  if (!zip.has(part) || !/workbook/i.test((await readXmlPart(zip, part)).slice(0, 2_000)))
    throw new TableError('kind')
  return part
}

function findSheet(workbook: string, relationships: readonly Relationship[]): string {
  const [sheet] = [...xmlTokens(workbook)].flatMap(({ tag, isEnd, attributes }) => {
    if (tag !== 'sheet' || isEnd || attribute(attributes, 'state')?.includes('idden')) return []
    const id = attribute(attributes, 'r:id') ?? attribute(attributes, '\\w+:id')
    const one = relationships.find((relationship) => relationship.id === id)
    // Sheets of charts and of macros hold no cells.
    return one?.part !== undefined && (one.kind === '' || one.kind === 'worksheet') ? [one.part] : []
  })
  if (sheet === undefined) throw new TableError('damaged')
  return sheet
}

/** `_x000D_` is how workbooks write what XML cannot hold; `_x005F_` is the underscore of a text that looks like it. */
const decodeText = (text: string): string =>
  text.includes('_x')
    ? text
        .replaceAll(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        .replaceAll(/\r\n?/g, '\n')
    : text

async function readTexts(xml: string): Promise<string[]> {
  const texts: string[] = []
  let [turn, isText, isPhonetic, part] = [0, false, false, '']
  for (const { tag, isEnd, isEmpty, text } of xmlTokens(xml)) {
    turn += 1
    if (turn % TURN === 0) await giveWay()
    if (tag === 'si' && !isEnd) texts.push('')
    else if (tag === 'rPh') isPhonetic = !isEnd && !isEmpty
    else if (tag === 't') {
      if (isEnd && texts.length > 0) texts[texts.length - 1] += decodeText(part)
      part = ''
      isText = !isEnd && !isEmpty
    } else if (tag === undefined && isText && !isPhonetic) part += text
  }
  return texts
}

interface OpenCell {
  readonly column: number
  readonly type: string
  readonly format: CellFormat
  text: string
  hasFormula: boolean
  hasValue: boolean
}

interface OpenRow {
  readonly number: number
  readonly isHidden: boolean
  readonly cells: string[]
  readonly shown: Map<number, string>
}

const isOn = (attributes: string, name: string): boolean =>
  /^(?:1|true)$/.test(attribute(attributes, name) ?? '')

async function readRows(xml: string, book: Book, bounds: TableBounds): Promise<TableFile> {
  const rows: OpenRow[] = []
  const merges: string[] = []
  const hiddenColumns = new Set<number>()
  let turn = 0
  let row: OpenRow = { number: 0, isHidden: false, cells: [], shown: new Map() }
  let cell: OpenCell | undefined
  let holds = ''
  const readRow = ({ isEnd, attributes }: XmlToken): void => {
    if (isEnd) {
      if (row.cells.some((value) => value?.trim())) rows.push(row)
      if (rows.length > bounds.rows + 1) throw new TableError('rows')
      return
    }
    const number = Number(attribute(attributes, 'r') ?? row.number + 1)
    row = { number, isHidden: isOn(attributes, 'hidden'), cells: [], shown: new Map() }
  }
  const readCell = (token: XmlToken): void => {
    if (token.isEnd && cell) closeCell(row, cell, book, bounds)
    cell = token.isEnd || token.isEmpty ? undefined : openCell(token, row.cells.length, book)
  }
  const readPart = ({ tag = '', isEnd, isEmpty }: XmlToken): void => {
    if (cell && tag === 'f') cell.hasFormula = true
    if (cell && (tag === 'v' || tag === 't')) cell.hasValue = true
    holds = isEnd || isEmpty ? (holds === tag ? '' : holds) : tag
  }
  const hideColumns = ({ isEnd, attributes }: XmlToken): void => {
    if (isEnd || !isOn(attributes, 'hidden')) return
    const last = Math.min(Number(attribute(attributes, 'max')), bounds.cells)
    for (let at = Number(attribute(attributes, 'min')); at <= last; at += 1) hiddenColumns.add(at - 1)
  }
  const readMerge = ({ isEnd, attributes }: XmlToken): void => {
    if (!isEnd) merges.push(attribute(attributes, 'ref') ?? '')
  }
  const readers: Readonly<Record<string, (token: XmlToken) => void>> = {
    row: readRow,
    c: readCell,
    v: readPart,
    t: readPart,
    f: readPart,
    rPh: readPart,
    mergeCell: readMerge,
    col: hideColumns,
  }
  for (const token of xmlTokens(xml)) {
    turn += 1
    if (turn % TURN === 0) await giveWay()
    const { tag, text } = token
    if (tag !== undefined) {
      if (Object.hasOwn(readers, tag)) readers[tag]?.(token)
    } else if (cell && (holds === 'v' || holds === 't')) cell.text += text
  }
  coverMerged(rows, merges, bounds)
  return {
    rows: rows.map(({ number, cells, shown, isHidden }) => ({
      number,
      cells: Array.from(cells, (one) => one ?? ''),
      ...(shown.size > 0 ? { shown } : {}),
      ...(isHidden ? { isHidden } : {}),
    })),
    hiddenColumns,
  }
}

function openCell({ attributes }: XmlToken, next: number, { formats }: Book): OpenCell {
  const place = /^[A-Z]{1,3}(?=\d)/.exec(attribute(attributes, 'r') ?? '')?.[0]
  return {
    column: place ? columnIndex(place) : next,
    type: attribute(attributes, 't') ?? 'n',
    format: formats[Number(attribute(attributes, 's') ?? 0)] ?? PLAIN,
    text: '',
    hasFormula: false,
    hasValue: false,
  }
}

/** Stores the cell in its row, unless it is empty. A formula without a stored value is told as such. */
function closeCell(row: OpenRow, cell: OpenCell, book: Book, bounds: TableBounds): void {
  const isDue = cell.hasFormula && !cell.hasValue
  if (cell.text === '' && !isDue) return
  if (cell.column >= bounds.cells) throw new TableError('cells')
  if (isDue) row.cells[cell.column] = NOT_COMPUTED
  else putCell(row, cell, book)
}

function putCell({ cells, shown }: OpenRow, { type, format, text, column }: OpenCell, book: Book): void {
  const value = Number(text)
  // Other ways to write numbers, such as 0x7d0, are of programs and not of spreadsheets.
  if (type === 'n' && DECIMAL.test(text.trim()) && Number.isFinite(value)) {
    cells[column] = toNumberText(value, format, book) ?? text
    const visible = toDisplayText(value, format, book.is1904)
    if (visible !== undefined && visible !== cells[column]) shown.set(column, visible)
  } else cells[column] = toText(type, text, book)
}

function toNumberText(value: number, { kind }: CellFormat, { is1904 }: Book): string | undefined {
  if (kind === 'date') return toDateText(value, is1904)
  const read = kind === 'percent' ? value * 100 : value
  return `${Number(read.toPrecision(DIGITS))}${kind === 'percent' ? '%' : ''}`
}

function toText(type: string, text: string, { texts }: Book): string {
  if (type === 's') return texts[Number(text)] ?? ''
  if (type === 'b') return text === '1' ? '是' : '否'
  if (type === 'e') return `${ERROR_CELL}${text}`
  return type === 'inlineStr' || type === 'str' ? decodeText(text) : text
}

interface Row {
  readonly number: number
  readonly cells: string[]
}

/** `A` is 0, `AA` is 26. */
function columnIndex(letters: string): number {
  let value = 0
  for (const letter of letters) value = value * 26 + letter.charCodeAt(0) - 64
  return value - 1
}

const RANGE = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/

/** Merges never overlap: more covered cells than there are is a file made to keep the server busy. */
function coverMerged(rows: readonly Row[], merges: readonly string[], bounds: TableBounds): void {
  if (merges.length === 0) return
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  const lastRow = rows.reduce((last, { number }) => Math.max(last, number), 0)
  let left = (bounds.rows + 2) * bounds.cells
  for (const merge of merges) {
    const [, from = '', first, to = '', last] = RANGE.exec(merge) ?? []
    const [top, bottom] = [Number(first), Math.min(Number(last), lastRow)]
    const [start, end] = [columnIndex(from), Math.min(columnIndex(to), bounds.cells - 1)]
    if (!byNumber.get(top)?.cells[start]?.trim()) continue
    for (let number = top; number <= bottom; number += 1) {
      left -= 1
      if (left < 0) throw new TableError('damaged')
      const cells = byNumber.get(number)?.cells
      if (!cells) continue
      for (let column = start; column <= end; column += 1) {
        left -= 1
        if (number === top && column === start) continue
        cells[column] = `${MERGED_CELL}${merge.replaceAll('$', '')}`
      }
    }
  }
}
