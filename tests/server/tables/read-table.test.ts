// Owns the reading of table files as strangers send them: real workbooks, every encoding, and hostile ones.
import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readTable } from '../../../src/server/tables/read-table.ts'
import { TableError } from '../../../src/server/tables/table-file.ts'
import { toCsv } from '../../../src/shared/tables/csv.ts'
import { toXlsx } from '../../../src/shared/tables/xlsx.ts'
import { checksum, toZip } from '../../../src/shared/tables/zip.ts'

const BOUNDS = { rows: 10, cells: 20, bytes: 1_000_000 }
const encode = (text: string) => Buffer.from(text)
const cellsOf = async (bytes: Buffer) => (await readTable(bytes, BOUNDS)).map(({ cells }) => cells)
const reasonOf = (bytes: Buffer) =>
  readTable(bytes, BOUNDS).then(
    () => 'read',
    (error) => (error instanceof TableError ? error.reason : error),
  )

test('a workbook of another program: first visible sheet, dates, percents, formulas, rich text, row numbers', async () => {
  // Made with exceljs 4.4.0.
  const rows = await readTable(readFileSync(new URL('excel.xlsx', import.meta.url)), BOUNDS)
  expect(rows).toEqual([
    { number: 1, cells: ['名称', '数', '日', '百分', '真', '公式', '富'] },
    { number: 2, cells: ['甲 & <乙>', '0.3', '2026-01-05', '25%', '是', '6', '粗细'] },
    { number: 4, cells: ['第四行'] },
  ])
})

const ROWS = [
  ['名称', '说明'],
  ['=1+1', '逗号,引号"和\n换行'],
  ['+86', 'x'],
]

test('what is written as xlsx is read as it was; a text never becomes a formula', async () => {
  const bytes = Buffer.from(toXlsx([{ name: '表', rows: ROWS }], encode))
  expect(await cellsOf(bytes)).toEqual(ROWS)
  expect(bytes.includes('<f>')).toBe(false)
})

test('csv sets off what would be a formula, and quotes what has commas, marks and lines', async () => {
  const text = toCsv(ROWS)
  expect(text).toContain("'=1+1")
  expect(text).toContain('"逗号,引号""和\n换行"')
  expect((await cellsOf(encode(text)))[1]?.[1]).toBe(ROWS[1]?.[1])
})

/** 名称,流量 and 泵,60 as Excel in China writes it. */
const GB18030 = Buffer.from([
  0xc3, 0xfb, 0xb3, 0xc6, 0x2c, 0xc1, 0xf7, 0xc1, 0xbf, 0x0d, 0x0a, 0xb1, 0xc3, 0x2c, 0x36, 0x30,
])

test.each([
  ['UTF-8', encode('名称,流量\n泵,60')],
  ['UTF-8 with a mark', encode('\ufeff名称,流量\r\n泵,60\r\n')],
  ['GB18030', GB18030],
  [
    'UTF-16, tabs',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('名称\t流量\r\n泵\t60', 'utf16le')]),
  ],
  ['semicolons', encode('名称;流量\n泵;60')],
])('csv in %s', async (_, bytes) => {
  expect(await cellsOf(bytes)).toEqual([
    ['名称', '流量'],
    ['泵', '60'],
  ])
})

const SHEET = (cells: string) =>
  `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${cells}</sheetData></worksheet>`
const BOOK = [
  {
    name: 'xl/workbook.xml',
    bytes: encode('<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'),
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    bytes: encode('<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>'),
  },
]
const book = (sheet: string) =>
  Buffer.from(toZip([...BOOK, { name: 'xl/worksheets/sheet1.xml', bytes: encode(sheet) }], encode))

test('what a sheet declares of its size is not believed', async () => {
  const far = '<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>远</t></is></c></row>'
  expect(await readTable(book(SHEET(far)), BOUNDS)).toEqual([{ number: 1_048_576, cells: ['远'] }])
})

/** Says of itself that it is small. */
function bomb(): Buffer {
  const packed = deflateRawSync(Buffer.alloc(50_000_000, 0x20))
  const plain = Buffer.from(toZip([...BOOK, { name: 'xl/worksheets/sheet1.xml', bytes: packed }], encode))
  const sum = Buffer.alloc(4)
  sum.writeUInt32LE(checksum(packed))
  // Method 8 in the entry's place of the index, 10 bytes behind its mark.
  const last = plain.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
  plain.writeUInt16LE(8, last + 10)
  return plain
}

test.each<readonly [string, () => Buffer, string]>([
  ['nothing', () => Buffer.alloc(0), 'empty'],
  ['blank lines', () => encode('\n\n , \n'), 'empty'],
  ['a zip bomb', bomb, 'large'],
  ['an old or encrypted workbook', () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'old'],
  [
    'a zip that is no workbook',
    () => Buffer.from(toZip([{ name: 'a.txt', bytes: encode('x') }], encode)),
    'kind',
  ],
  ['a cut-off workbook', () => book(SHEET('')).subarray(0, 200), 'damaged'],
  ['a document type', () => book('<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'), 'damaged'],
  ['a picture', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0xff, 0xd8, 0xff]), 'encoding'],
  ['an open quotation', () => encode('"a,b\nc'), 'damaged'],
  ['too many rows', () => encode('a\n'.repeat(20)), 'rows'],
  ['too many columns', () => encode('a,'.repeat(30)), 'cells'],
  ['a column far out', () => book(SHEET('<row r="1"><c r="XFD1"><v>1</v></c></row>')), 'cells'],
])('%s is refused', async (_, make, reason) => {
  expect(await reasonOf(make())).toBe(reason)
})
