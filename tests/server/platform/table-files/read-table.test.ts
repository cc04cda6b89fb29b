// Tests readTable with real workbooks, every CSV encoding and hostile files.
import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readTable } from '#server/platform/table-files/read-table.ts'
import { TableError } from '#server/platform/table-files/table-file.ts'
import { toCsv } from '#shared/tables/csv.ts'
import { toXlsx } from '#shared/tables/xlsx.ts'

const BOUNDS = { rows: 10, cells: 20, bytes: 1_000_000 }
const encode = (text: string) => Buffer.from(text)
const cellsOf = async (bytes: Buffer) => (await readTable(bytes, BOUNDS)).rows.map(({ cells }) => cells)
const reasonOf = (bytes: Buffer) =>
  readTable(bytes, BOUNDS).then(
    () => 'read',
    (error) => (error instanceof TableError ? error.reason : error),
  )

test('readTable reads a workbook of exceljs: first visible sheet, formats, formulas, row numbers', async () => {
  // Made with exceljs 4.4.0.
  const { rows } = await readTable(readFileSync(new URL('excel.xlsx', import.meta.url)), BOUNDS)
  expect(rows).toEqual([
    { number: 1, cells: ['名称', '数', '日', '百分', '真', '公式', '富'] },
    {
      number: 2,
      cells: ['甲 & <乙>', '0.3', '2026-01-05', '25%', '是', '6', '粗细'],
      shown: new Map([[2, '2026年1月5日']]),
    },
    { number: 4, cells: ['第四行'] },
  ])
})

const ROWS = [
  ['名称', '说明'],
  ['=1+1', '逗号,引号"和\n换行'],
  ['+86', 'x'],
]

test('toXlsx writes texts that readTable returns unchanged, never as formulas', async () => {
  const bytes = Buffer.from(toXlsx([{ name: '表', rows: ROWS }]))
  expect(await cellsOf(bytes)).toEqual(ROWS)
  expect(bytes.includes('<f>')).toBe(false)
})

test('toCsv escapes formulas and quotes commas, quotation marks and line breaks', async () => {
  const text = toCsv(ROWS)
  expect(text).toContain("'=1+1")
  expect(text).toContain('"逗号,引号""和\n换行"')
  expect((await cellsOf(encode(text)))[1]?.[1]).toBe(ROWS[1]?.[1])
})

/** 名称,流量 and 泵,60 as Excel in China writes it. */
const GB18030 = Buffer.from([
  0xc3, 0xfb, 0xb3, 0xc6, 0x2c, 0xc1, 0xf7, 0xc1, 0xbf, 0x0d, 0x0a, 0xb1, 0xc3, 0x2c, 0x36, 0x30,
])

function utf32(text: string): Buffer {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  return Buffer.from(Uint32Array.from(codes).buffer)
}

test.each([
  ['UTF-8', encode('名称,流量\n泵,60')],
  ['UTF-8 with a mark', encode('\ufeff名称,流量\r\n泵,60\r\n')],
  ['GB18030', GB18030],
  [
    'UTF-16, tabs',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('名称\t流量\r\n泵\t60', 'utf16le')]),
  ],
  ['UTF-8 with two marks', encode('\ufeff\ufeff"名称","流量"\r\n泵,60\r\n')],
  ['UTF-32', utf32('\ufeff名称,流量\r\n泵,60\r\n')],
  ['GB18030 with a mark', Buffer.concat([Buffer.from([0x84, 0x31, 0x95, 0x33]), GB18030])],
  ['UTF-16, big end first', Buffer.from('\ufeff名称,流量\n泵,60', 'utf16le').swap16()],
  ['semicolons', encode('名称;流量\n泵;60')],
  ['bars', encode('名称|流量\n泵|60')],
  ['commas of Chinese texts', encode('名称，流量\n泵，60')],
  ['semicolons that the first line names', encode('\ufeffsep=;\r\n名称;流量\r\n泵;60')],
  ['a separator that only the first line names', encode('"sep=~"\n名称~流量\n泵~60')],
])('readTable reads CSV in %s', async (_, bytes) => {
  expect(await cellsOf(bytes)).toEqual([
    ['名称', '流量'],
    ['泵', '60'],
  ])
})

test.each(['%PDF-1.7\n1 0 obj, 2', '\x89PNG\r\n\x1a\n', '\xff\xd8\xff\xe0', 'GIF89a', 'RIFF\x10\0\0\0WEBP'])(
  'readTable refuses a file that begins with %j',
  async (text) => {
    await expect(readTable(Buffer.from(text, 'latin1'), BOUNDS)).rejects.toMatchObject({ reason: 'kind' })
  },
)

test('readTable ignores separators inside a quoted CSV heading', async () => {
  expect(await cellsOf(encode('"名称,别名,俗称";流量\n泵;60'))).toEqual([
    ['名称,别名,俗称', '流量'],
    ['泵', '60'],
  ])
})

test.each([
  ['泵;60', '#OTHER_SEPARATOR! ;,泵;60'],
  ['泵；60', '#OTHER_SEPARATOR! ；,泵；60'],
  ['"泵;60"', '泵;60'],
  ['泵;60,', '泵;60'],
  ['泵', '泵'],
])(
  'readTable reads the CSV row %s under headings with commas as a row with the first cell %s',
  async (row, first) => {
    expect((await cellsOf(encode(`名称,流量\n${row}`)))[1]?.[0]).toBe(first)
  },
)

test('readTable counts the sep= line of a CSV file in its row numbers', async () => {
  const { rows } = await readTable(encode('sep=;\na;b\n1;2'), BOUNDS)
  expect(rows.map(({ number }) => number)).toEqual([2, 3])
})

const SHEET = (cells: string) =>
  `<worksheet><dimension ref="A1:XFD1048576"/><sheetData>${cells}</sheetData></worksheet>`
const BOOK = {
  'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
}
/** Stored, so that tests find the bytes where they change them. */
const packed = (files: Readonly<Record<string, string | Buffer>>) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)])),
      {
        level: 0,
      },
    ),
  )
const book = (sheet: string | Buffer) => packed({ ...BOOK, 'xl/worksheets/sheet1.xml': sheet })

test('readTable ignores the size that a sheet declares', async () => {
  const far = '<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>远</t></is></c></row>'
  expect((await readTable(book(SHEET(far)), BOUNDS)).rows).toEqual([{ number: 1_048_576, cells: ['远'] }])
})

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const rels = (...targets: readonly (readonly [kind: string, target: string])[]) =>
  `<Relationships>${targets.map(([kind, target], at) => `<Relationship Id="r${at + 1}" Type="${REL}/${kind}" Target="${target}"/>`).join('')}</Relationships>`
const CELLS =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>7</v></c><c r="C1" t="e"><v>#FIELD!</v></c></row>'
const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="000_s"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>'

/** Every part lies elsewhere than usual, and is found by what refers to it. */
const MOVED: Readonly<Record<string, string | Buffer>> = {
  '_rels/.rels': rels(['officeDocument', '/Book/Main%20Part.xml']),
  'book/main part.xml':
    '<workbook><sheets><sheet name="chart" r:id="r4"/><sheet name="a" r:id="r1"/></sheets></workbook>',
  'BOOK/_RELS/Main Part.xml.rels': rels(
    ['worksheet', '../Sheets/One.XML'],
    ['sharedStrings', 'Texts.xml'],
    ['styles', '/looks.xml'],
    ['chartsheet', 'chart.xml'],
  ),
  'sheets/one.xml': Buffer.from(`\ufeff${SHEET(CELLS)}`, 'utf16le'),
  'Book/texts.xml': '<sst><si><r><t>甲_x000D_</t></r><r><t>_x005F_x000D_乙_</t></r></si></sst>',
  'Looks.xml': STYLES,
}
const MOVED_ROWS = [
  {
    number: 1,
    cells: ['甲\n_x000D_乙_', '7', '#ERROR_CELL! #FIELD!'],
    shown: new Map([[1, '007']]),
  },
]

test('readTable finds xlsx parts by their relationships, ignoring case', async () => {
  expect((await readTable(packed(MOVED), BOUNDS)).rows).toEqual(MOVED_ROWS)
})

/** The same archive with an index of 64 bits: sizes and offsets stand in extra fields. */
function toZip64(zip: Buffer): Buffer {
  const end = zip.length - 22
  const count = zip.readUInt16LE(end + 10)
  const start = zip.readUInt32LE(end + 16)
  const entries: Buffer[] = []
  for (let at = start; at < end; at += 46 + zip.readUInt16LE(at + 28)) {
    const entry = Buffer.from(zip.subarray(at, at + 46 + zip.readUInt16LE(at + 28)))
    const extra = Buffer.alloc(28)
    extra.writeUInt16LE(1)
    extra.writeUInt16LE(24, 2)
    for (const [index, from] of [24, 20, 42].entries()) {
      extra.writeBigUInt64LE(BigInt(entry.readUInt32LE(from)), 4 + 8 * index)
      entry.writeUInt32LE(0xffffffff, from)
    }
    entry.writeUInt16LE(extra.length, 30)
    entries.push(entry, extra)
  }
  const list = Buffer.concat(entries)
  const wide = Buffer.alloc(56)
  wide.writeUInt32LE(0x06064b50)
  wide.writeBigUInt64LE(44n, 4)
  for (const at of [24, 32]) wide.writeBigUInt64LE(BigInt(count), at)
  wide.writeBigUInt64LE(BigInt(list.length), 40)
  wide.writeBigUInt64LE(BigInt(start), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50)
  locator.writeBigUInt64LE(BigInt(start + list.length), 8)
  locator.writeUInt32LE(1, 16)
  const last = Buffer.from(zip.subarray(end))
  last.writeUInt16LE(0xffff, 8)
  last.writeUInt16LE(0xffff, 10)
  last.writeUInt32LE(0xffffffff, 16)
  return Buffer.concat([zip.subarray(0, start), list, wide, locator, last])
}

test('readTable reads a ZIP64 package and a package with trailing bytes', async () => {
  expect((await readTable(toZip64(packed(MOVED)), BOUNDS)).rows).toEqual(MOVED_ROWS)
  const trailed = Buffer.concat([packed(MOVED), Buffer.from('\r\n\0')])
  expect((await readTable(trailed, BOUNDS)).rows).toEqual(MOVED_ROWS)
})

test('toXlsx writes texts that look like escaped characters so that readTable returns them unchanged', async () => {
  const rows = [['_x000D_', 'a_x005F_b', '_x00_']]
  expect(await cellsOf(Buffer.from(toXlsx([{ name: '表', rows }])))).toEqual(rows)
})

const HIDDEN = '<worksheet><cols><col min="2" max="2" hidden="1"/></cols><sheetData>'
const MERGED = `${HIDDEN}<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row><row r="2" hidden="true"><c r="B2"><v>3</v></c></row></sheetData><mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="C1:D2"/></mergeCells></worksheet>`

test('readTable marks hidden rows, hidden columns and merged cells of an xlsx sheet', async () => {
  const { rows, hiddenColumns } = await readTable(book(MERGED), BOUNDS)
  expect(rows).toEqual([
    { number: 1, cells: ['1', '2'] },
    { number: 2, cells: ['#MERGED_CELL! A1:A2', '3'], isHidden: true },
  ])
  expect([...hiddenColumns]).toEqual([1])
})

test('readTable refuses more merged cells than a table can have as damaged', async () => {
  const many = '<mergeCell ref="A1:XFD1048576"/>'.repeat(1_000)
  expect(await reasonOf(book(MERGED.replace(/<mergeCell .*(?=<.mergeCells)/, many)))).toBe('damaged')
})

/** Says of itself that it is small. */
function bomb(): Buffer {
  const plain = book(deflateRawSync(Buffer.alloc(50_000_000, 0x20)))
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
  ['a zip that is no workbook', () => packed({ 'a.txt': 'x' }), 'kind'],
  ['a cut-off workbook', () => book(SHEET('')).subarray(0, 200), 'damaged'],
  ['a document type', () => book('<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'), 'damaged'],
  ['a picture', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0xff, 0xd8, 0xff]), 'kind'],
  ['an open quotation', () => encode('"a,b\nc'), 'damaged'],
  ['too many rows', () => encode('a\n'.repeat(20)), 'rows'],
  ['too many columns', () => encode('a,'.repeat(30)), 'cells'],
  [
    'more parts than a workbook has',
    () => packed(Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`${at}.xml`, '']))),
    'damaged',
  ],
  ['a binary workbook', () => packed({ '_rels/.rels': rels(['officeDocument', 'xl/workbook.bin']) }), 'old'],
  [
    'a text document',
    () =>
      packed({
        '_rels/.rels': rels(['officeDocument', 'word/document.xml']),
        'word/document.xml': '<w:document/>',
      }),
    'kind',
  ],
  ['a column far out', () => book(SHEET('<row r="1"><c r="XFD1"><v>1</v></c></row>')), 'cells'],
])('readTable refuses %s', async (_, make, reason) => {
  expect(await reasonOf(make())).toBe(reason)
})
