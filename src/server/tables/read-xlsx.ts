// Owns the reading of an Excel workbook's first visible sheet as texts; what it declares of its size is not believed.
import { setImmediate as giveWay } from 'node:timers/promises'
import { type CellFormat, readFormats, toDateText } from './cell-formats.ts'
import { ZipReader } from './read-zip.ts'
import { NOT_COMPUTED, type TableBounds, TableError, type TableRow } from './table-file.ts'
import { attribute, type XmlToken, xmlTokens } from './xml-tokens.ts'

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

export async function readXlsx(bytes: Buffer, bounds: TableBounds): Promise<TableRow[]> {
  const zip = new ZipReader(bytes, bounds.bytes)
  if (!zip.has(WORKBOOK)) throw new TableError('kind')
  const workbook = await readText(zip, WORKBOOK)
  const sheet = await findSheet(zip, workbook)
  const optional = async (name: string) => (zip.has(name) ? readText(zip, name) : '')
  const book = {
    texts: await readTexts(await optional('xl/sharedStrings.xml')),
    formats: readFormats(await optional('xl/styles.xml')),
    is1904: /<(?:\w+:)?workbookPr[^>]*date1904="(?:1|true)"/.test(workbook),
  }
  return readRows(await readText(zip, sheet), book, bounds)
}

const readText = async (zip: ZipReader, name: string) => (await zip.read(name)).toString('utf8')

async function findSheet(zip: ZipReader, workbook: string): Promise<string> {
  const sheets = [...xmlTokens(workbook)].filter(({ tag, isEnd }) => tag === 'sheet' && !isEnd)
  const first = sheets.find(({ attributes }) => !attribute(attributes, 'state')?.includes('idden'))
  const id = first && (attribute(first.attributes, 'r:id') ?? attribute(first.attributes, '\\w+:id'))
  if (id === undefined) throw new TableError('damaged')
  for (const { tag, attributes } of xmlTokens(await readText(zip, 'xl/_rels/workbook.xml.rels')))
    if (tag === 'Relationship' && attribute(attributes, 'Id') === id) {
      const target = attribute(attributes, 'Target') ?? ''
      return target.startsWith('/') ? target.slice(1) : `xl/${target}`
    }
  throw new TableError('damaged')
}

async function readTexts(xml: string): Promise<string[]> {
  const texts: string[] = []
  let [turn, isText, isPhonetic] = [0, false, false]
  for (const { tag, isEnd, isEmpty, text } of xmlTokens(xml)) {
    turn += 1
    if (turn % TURN === 0) await giveWay()
    if (tag === 'si' && !isEnd) texts.push('')
    else if (tag === 'rPh') isPhonetic = !isEnd && !isEmpty
    else if (tag === 't') isText = !isEnd && !isEmpty
    else if (tag === undefined && isText && !isPhonetic && texts.length > 0) texts[texts.length - 1] += text
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

async function readRows(xml: string, book: Book, bounds: TableBounds): Promise<TableRow[]> {
  const rows: TableRow[] = []
  let [turn, number] = [0, 0]
  let cells: string[] = []
  let cell: OpenCell | undefined
  let holds = ''
  for (const token of xmlTokens(xml)) {
    turn += 1
    if (turn % TURN === 0) await giveWay()
    const { tag, isEnd, isEmpty, attributes, text } = token
    if (tag === 'row' && !isEnd) {
      number = Number(attribute(attributes, 'r') ?? number + 1)
      cells = []
    } else if (tag === 'row') {
      if (cells.some((value) => value?.trim()))
        rows.push({ number, cells: Array.from(cells, (one) => one ?? '') })
      if (rows.length > bounds.rows + 1) throw new TableError('rows')
    } else if (tag === 'c' && !isEnd) {
      const opened = openCell(token, cells.length, book)
      cell = isEmpty ? undefined : opened
    } else if (tag === 'c' && cell) {
      const isDue = cell.hasFormula && !cell.hasValue
      if (cell.text !== '' || isDue) {
        if (cell.column >= bounds.cells) throw new TableError('cells')
        cells[cell.column] = isDue ? NOT_COMPUTED : toText(cell, book)
      }
      cell = undefined
    } else if (tag === 'v' || tag === 't' || tag === 'f' || tag === 'rPh') {
      if (cell && tag === 'f') cell.hasFormula = true
      if (cell && (tag === 'v' || tag === 't')) cell.hasValue = true
      holds = isEnd || isEmpty ? (holds === tag ? '' : holds) : tag
    } else if (tag === undefined && cell && (holds === 'v' || holds === 't')) cell.text += text
    else if (tag === 'sheetData' && isEnd) break
  }
  return rows
}

function openCell({ attributes }: XmlToken, next: number, { formats }: Book): OpenCell {
  const place = /^[A-Z]{1,3}(?=\d)/.exec(attribute(attributes, 'r') ?? '')?.[0]
  return {
    column: place ? columnOf(place) : next,
    type: attribute(attributes, 't') ?? 'n',
    format: formats[Number(attribute(attributes, 's') ?? 0)] ?? 'plain',
    text: '',
    hasFormula: false,
    hasValue: false,
  }
}

/** `A` is 0, `AA` is 26. */
function columnOf(letters: string): number {
  let value = 0
  for (const letter of letters) value = value * 26 + letter.charCodeAt(0) - 64
  return value - 1
}

function toText({ type, format, text }: OpenCell, { texts, is1904 }: Book): string {
  if (type === 's') return texts[Number(text)] ?? ''
  if (type === 'b') return text === '1' ? '是' : '否'
  if (type !== 'n') return text
  const value = Number(text)
  // Other ways to write numbers, such as 0x7d0, are of programs and not of spreadsheets.
  if (!DECIMAL.test(text.trim()) || !Number.isFinite(value)) return text
  if (format === 'date') return toDateText(value, is1904) ?? text
  const shown = format === 'percent' ? value * 100 : value
  return `${Number(shown.toPrecision(DIGITS))}${format === 'percent' ? '%' : ''}`
}
