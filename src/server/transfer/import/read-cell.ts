// Converts a cell to an answer of the form, or describes the problem for the user.

import { areaName } from '#server/platform/areas/area-name.ts'
import data from '#server/platform/areas/areas.json'
import { ERROR_CELL, MERGED_CELL, NOT_COMPUTED, toVisible } from '#server/platform/table-files/table-file.ts'
import { withOffset } from '#shared/formats/portal-time.ts'
import { shortenText } from '#shared/formats/text-length.ts'
import { convert, isConvertible } from '#shared/formats/units.ts'
import { stripFormulaGuard } from '#shared/tables/csv.ts'
import type { ColumnChoice, ImportColumn } from './import-columns.ts'
import { type FileColumn, foldText, sameUnit } from './match-columns.ts'

/** Lists all administrative areas by GB/T 2260 code. */
const AREA_CODES: readonly string[] = Object.keys(data.names)

const AREA_SEPARATORS = /[\s/\\>＞、,，-]+/g

let regionsByName: ReadonlyMap<string, string> | undefined

/** The form validates `value`; a `problem` replaces the error that validation would report. */
type CellResult = { readonly value: unknown } | { readonly problem: string }

/** Ids by title, of the items that a reference can name. */
export type Titles = (type: string, title: string) => readonly string[]

type Read = (text: string, column: ImportColumn, context: { file: FileColumn; titles: Titles }) => CellResult

const MAX_LISTED = 12
/** Between choices, and between texts that may hold commas themselves. */
const BETWEEN_CHOICES = /[、;；,，\n]+/
const BETWEEN_TEXTS = /[;；\n]+/
const NUMBER = /^([+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:e[+-]?\d{1,3})?)\s*(.*)$/is
const DAY =
  /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[T\s]+(\d{1,2}):(\d{2})(?::\d{2})?)?$/
const YES = new Set(['是', '有', 'true', 'yes', 'y', '1', '√'])
const NO = new Set(['否', '无', 'false', 'no', 'n', '0', '×'])
/** Numbers as programs write them, which a spreadsheet does not take for any. */
const NOT_DECIMAL = /^[+-]?0(?:x[\da-f]+|[bo][0-7]+)$/i
/** The error values of spreadsheet formulas, saved as text. */
const BROKEN =
  /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|EXTERNAL!|BUSY!|PYTHON!|UNKNOWN!|GETTING_DATA)$/
/** The text that a spreadsheet shows where the column is too narrow. */
const TOO_NARROW = /^#{2,}$/

/** Undefined where nothing stands. */
export function readCell(
  text: string,
  column: ImportColumn,
  context: { readonly file: FileColumn; readonly titles: Titles },
): CellResult | undefined {
  const written = stripFormulaGuard(text.trim())
  if (written === '') return undefined
  if (written === NOT_COMPUTED)
    return {
      problem: '单元格是公式，文件中没有计算结果，请用 Excel 或 WPS 打开并保存后再上传，或直接填写结果',
    }
  if (written.startsWith(ERROR_CELL) || BROKEN.test(written))
    return { problem: `单元格的公式出错（${toVisible(written)}），请改为填写内容` }
  if (written.startsWith(MERGED_CELL))
    return {
      problem: `单元格属于合并单元格（${written.slice(MERGED_CELL.length)}），请取消合并，逐行填写`,
    }
  if (TOO_NARROW.test(written))
    return { problem: '单元格只有“#”，因列宽不足而未显示内容，请在原文件中加宽该列，重新保存后再上传' }
  if (column.choices.length > 0) return readChoices(written, column)
  return (READERS[column.field.type] ?? plain)(written, column, context)
}

const plain: Read = (text) => ({ value: text })

const READERS: Readonly<Record<string, Read>> = {
  number: readNumber,
  integer: readNumber,
  boolean: (text) => {
    const folded = foldText(text)
    if (YES.has(folded)) return { value: true }
    return NO.has(folded) ? { value: false } : { problem: `“${cut(text)}”应为“是”或“否”` }
  },
  date: (text) => ({ value: toDay(text)?.day ?? text }),
  'date-time': (text) => {
    const day = toDay(text)
    return { value: day ? withOffset(`${day.day}T${day.time}:00`) : text }
  },
  region: (text) => {
    const code = regionOf(text)
    return code ? { value: code } : { problem: `地区“${cut(text)}”不存在，请从省级起写全名称` }
  },
  'rich-text': (text) => ({ value: text.split(/\r?\n/).map(toParagraph).join('') }),
  'text-list': (text) => ({ value: split(text, BETWEEN_TEXTS) }),
  ref: (text, { field }, { titles }) => readTitle(text, field.ref ?? '', titles),
  'ref-list': (text, { field }, { titles }) => {
    const read = split(text, BETWEEN_TEXTS).map((title) => readTitle(title, field.ref ?? '', titles))
    return read.find((one) => 'problem' in one) ?? { value: read.map((one) => 'value' in one && one.value) }
  },
}

function readNumber(text: string, column: ImportColumn, { file }: { readonly file: FileColumn }): CellResult {
  const plainText = text.normalize('NFKC').trim()
  if (NOT_DECIMAL.test(plainText))
    return {
      problem: `“${cut(text)}”不是规范的数字，请用十进制填写，例如 ${Number(plainText.replace(/^[+-]/, ''))}`,
    }
  const [, digits = '', rest = ''] = NUMBER.exec(plainText) ?? []
  const value = Number(digits.replaceAll(',', ''))
  const { unit } = column.field
  if (digits === '' || !Number.isFinite(value) || (rest !== '' && unit === undefined)) return { value: text }
  const from = rest === '' ? (file.unit ?? unit) : sameUnit(rest, column)
  if (from === unit) return { value }
  return isConvertible(from, unit)
    ? { value: convert(value, from, unit) }
    : { problem: `单位“${cut(rest)}”与“${unit}”不符，请换算后填写` }
}

function readChoices(text: string, { field, choices }: ImportColumn): CellResult {
  const isList = field.type.endsWith('-list')
  const parts = isList ? split(text, BETWEEN_CHOICES) : [text]
  const values: string[] = []
  for (const part of parts) {
    const value = choose(part, choices)
    if (value === undefined) {
      const named = choices.slice(0, MAX_LISTED).map(({ label }) => label)
      const rest = choices.length > MAX_LISTED ? ' 等，全部见模板的“填写说明”' : ''
      return { problem: `没有“${cut(part)}”这一项，可填 ${named.join('、')}${rest}` }
    }
    values.push(value)
  }
  return { value: isList ? [...new Set(values)] : values[0] }
}

/** By its title, else by its code. */
function choose(text: string, choices: readonly ColumnChoice[]): string | undefined {
  const folded = foldText(text)
  const found = choices.find(({ label }) => foldText(label) === folded)
  return (found ?? choices.find(({ value }) => foldText(value) === folded))?.value
}

function readTitle(text: string, type: string, titles: Titles): CellResult {
  const [id, ...others] = titles(type, text)
  if (id === undefined) return { problem: `没有找到标题为“${cut(text)}”的已公开内容，请核对标题` }
  if (others.length > 0) return { problem: `标题为“${cut(text)}”的内容不止一条，请导入后在页面上选择` }
  return { value: id }
}

function toDay(text: string): { readonly day: string; readonly time: string } | undefined {
  const [, year, month, day, hour = '00', minute = '00'] = DAY.exec(text.normalize('NFKC')) ?? []
  if (!year || !month || !day) return undefined
  const two = (part: string) => part.padStart(2, '0')
  return { day: `${year}-${two(month)}-${two(day)}`, time: `${two(hour)}:${minute}` }
}

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const toParagraph = (line: string): string =>
  line.trim() === '' ? '' : `<p>${line.replaceAll(/[&<>]/g, (mark) => MARKS[mark] ?? '')}</p>`

const split = (text: string, between: RegExp): string[] =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const cut = (text: string): string => shortenText(text, 31)

/** The titles that a cell names, to be looked up before it is read. */
export function titlesIn(text: string, { field }: ImportColumn): string[] {
  const written = stripFormulaGuard(text.trim())
  if (field.type === 'ref') return written === '' ? [] : [written]
  return field.type === 'ref-list' ? split(written, BETWEEN_TEXTS) : []
}

/** Whole names, and single ones that only one area has. */
function byName(): ReadonlyMap<string, string> {
  if (regionsByName) return regionsByName
  const [whole, single, doubtful] = [new Map<string, string>(), new Map<string, string>(), new Set<string>()]
  for (const code of AREA_CODES) {
    const parts = (areaName(code) ?? '').split(' ')
    const own = foldText(parts.at(-1) ?? '')
    whole.set(foldText(parts.join('')), code)
    if (single.has(own)) doubtful.add(own)
    single.set(own, code)
  }
  for (const name of doubtful) single.delete(name)
  regionsByName = new Map([...single, ...whole])
  return regionsByName
}

/** Finds an administrative area by its names from the top, by a single name, or by its code. */
function regionOf(text: string): string | undefined {
  const written = foldText(text.replaceAll(AREA_SEPARATORS, ''))
  if (/^\d{2,6}$/.test(written)) return areaName(written) === null ? undefined : written
  return byName().get(written)
}
