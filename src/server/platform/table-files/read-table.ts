// Reads a table file of either format, detected by its bytes and not by its name.
import { type OtherSeparator, readCsv } from '#shared/tables/csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { ZipError } from './read-zip.ts'
import { OTHER_SEPARATOR, type SheetRow, type TableBounds, TableError, type TableFile } from './table-file.ts'
import { XmlRefused } from './xml-tokens.ts'

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])
/** Old workbooks, and new ones with a password. */
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
/** PDF files and pictures. Read as text, they would be refused with misleading messages about headings. */
const NO_TABLES = ['%PDF-', '\x89PNG', '\xff\xd8\xff', 'GIF8', 'RIFF'].map((mark) =>
  Buffer.from(mark, 'latin1'),
)
const WORKBOOK_NAME = /\.xl[st][xmb]?$/i
const MARKS = [
  // Longest first: the mark of UTF-32 begins as that of UTF-16 does.
  { mark: Buffer.from([0xff, 0xfe, 0, 0]), encoding: 'utf-32le' },
  { mark: Buffer.from([0, 0, 0xfe, 0xff]), encoding: 'utf-32be' },
  { mark: Buffer.from([0x84, 0x31, 0x95, 0x33]), encoding: 'gb18030' },
  { mark: Buffer.from([0xef, 0xbb, 0xbf]), encoding: 'utf-8' },
  { mark: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
  { mark: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
] as const

/** Rows in which something stands, the heading first. `name` is the file's own. Throws `TableError`. */
export async function readTable(bytes: Buffer, bounds: TableBounds, name = ''): Promise<TableFile> {
  const table = await readEither(bytes, bounds, name)
  const { rows } = table
  if (rows.length === 0) throw new TableError('empty')
  if (rows.length > bounds.rows + 1) throw new TableError('rows')
  if (rows.some(({ cells }) => cells.length > bounds.cells)) throw new TableError('cells')
  return table
}

async function readEither(bytes: Buffer, bounds: TableBounds, name: string): Promise<TableFile> {
  if (bytes.length === 0) throw new TableError('empty')
  if (bytes.subarray(0, OLE.length).equals(OLE)) throw new TableError('old')
  if (NO_TABLES.some((mark) => bytes.subarray(0, mark.length).equals(mark))) throw new TableError('kind')
  if (!bytes.subarray(0, ZIP.length).equals(ZIP)) {
    // As text, its columns would be guessed, and the error messages would be about headings.
    if (WORKBOOK_NAME.test(name)) throw new TableError('fake')
    return { rows: readText(bytes, bounds), hiddenColumns: new Set() }
  }
  try {
    return await readXlsx(bytes, bounds)
  } catch (error) {
    if (error instanceof ZipError) throw new TableError(error.reason)
    if (error instanceof XmlRefused || error instanceof RangeError) throw new TableError('damaged')
    throw error
  }
}

function readText(bytes: Buffer, { rows, cells }: TableBounds): SheetRow[] {
  const text = decode(bytes)
  if (text.includes('\0')) throw new TableError('kind')
  const read = readCsv(text, { rows: rows + 1, cells })
  if (!read) throw new TableError('damaged')
  return read.map(({ separator: other, ...row }) =>
    other
      ? { ...row, cells: row.cells.map((cell, at) => (at === 0 ? encodeSeparator(other, cell) : cell)) }
      : row,
  )
}

const encodeSeparator = ({ used, wanted }: OtherSeparator, cell: string) =>
  `${OTHER_SEPARATOR}${used}${wanted}${cell}`

/** As its mark says; without one UTF-8 where it can be that, else what Excel writes in China. */
function decode(bytes: Buffer): string {
  const marked = MARKS.find(({ mark }) => bytes.subarray(0, mark.length).equals(mark))
  const encodings = marked ? [marked.encoding] : (['utf-8', 'gb18030'] as const)
  for (const encoding of encodings)
    try {
      return encoding === 'utf-32le' || encoding === 'utf-32be'
        ? decodeWide(bytes, encoding === 'utf-32le')
        : new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // Tried as the next one.
    }
  throw new TableError('encoding')
}

/** UTF-32, which no `TextDecoder` knows. Throws `RangeError` for what is no character. */
function decodeWide(bytes: Buffer, isLittle: boolean): string {
  let text = ''
  for (let at = 0; at + 4 <= bytes.length; at += 4)
    text += String.fromCodePoint(isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  return text
}
