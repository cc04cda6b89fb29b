// Writes Excel workbooks: texts, numbers, a few styles, lists of choices; never a formula.
import { strToU8, zipSync } from 'fflate'
import { cutUnits } from '#shared/formats/text-length.ts'
import { type CellStyle, type Sheet, type SheetCell, type SheetColumn, toDisplayValue } from './sheet.ts'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Places in `cellXfs` of the styles below. */
const STYLES: Readonly<Record<CellStyle, number>> = { plain: 0, head: 1, better: 2, text: 3 }
/** Excel takes no more in one cell, and no longer name of a sheet. */
const MAX_CELL_LENGTH = 32_767
const MAX_NAME_LENGTH = 31
/** The first day of the archive format: the same content makes the same file. */
const MODIFIED = new Date(1980, 0, 1)
/** Lists to choose from are offered as far down. */
const CHOICE_ROWS = 5_001
const CHOICES = '可选项'

const LOOKS = `${HEAD}<styleSheet xmlns="${MAIN}">
<fonts count="2"><font><sz val="11"/><name val="等线"/></font><font><b/><sz val="11"/><name val="等线"/></font></fonts>
<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>
<fill><patternFill patternType="solid"><fgColor rgb="FFE8EEF7"/></patternFill></fill>
<fill><patternFill patternType="solid"><fgColor rgb="FFE2F3E8"/></patternFill></fill></fills>
<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="4"><xf xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>
<xf xfId="0" fontId="1" fillId="2" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>
<xf xfId="0" fontId="1" fillId="3" applyFont="1" applyFill="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>
<xf xfId="0" numFmtId="49" applyNumberFormat="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs>
</styleSheet>`

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Characters that XML cannot contain. */
const UNWRITABLE = /[^\P{Cc}\t\n\r]|\p{Cs}|[\ufffe\uffff]/gu

/** A text that looks like an escaped character, which readers would decode. */
const LIKE_ESCAPE = /_(?=x[\da-fA-F]{4}_)/g

const toMarkup = (text: string): string =>
  text
    .replaceAll(UNWRITABLE, '')
    .replaceAll(LIKE_ESCAPE, '_x005F_')
    .replaceAll(/[&<>"]/g, (mark) => ESCAPES[mark] ?? '')

/** 0 is `A`, 26 is `AA`. */
function columnName(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

function toCell(cell: SheetCell, place: string): string {
  const value = toDisplayValue(cell)
  if (value === '') return ''
  const style = typeof cell === 'object' ? STYLES[cell.style] : 0
  const at = `r="${place}"${style > 0 ? ` s="${style}"` : ''}`
  return typeof value === 'number' && Number.isFinite(value)
    ? `<c ${at}><v>${value}</v></c>`
    : `<c ${at} t="inlineStr"><is><t xml:space="preserve">${toMarkup(cutUnits(String(value), MAX_CELL_LENGTH))}</t></is></c>`
}

function toColumns(columns: readonly SheetColumn[]): string {
  if (columns.length === 0) return ''
  const each = columns.map(({ width, isText }, index) => {
    const style = isText ? ` style="${STYLES.text}"` : ''
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${style}/>`
  })
  return `<cols>${each.join('')}</cols>`
}

/** Writes the choices of all columns to a sheet of their own, which can hold any number of them. */
function toChoices(columns: readonly SheetColumn[]): string {
  const lists = columns.flatMap(({ choices = [] }, index) => (choices.length > 0 ? [{ choices, index }] : []))
  if (lists.length === 0) return ''
  const each = lists.map(({ choices, index }, place) => {
    const [own, source] = [columnName(index), columnName(place)]
    return `<dataValidation type="list" allowBlank="1" sqref="${own}2:${own}${CHOICE_ROWS}"><formula1>${CHOICES}!$${source}$1:$${source}$${choices.length}</formula1></dataValidation>`
  })
  return `<dataValidations count="${lists.length}">${each.join('')}</dataValidations>`
}

function toPane({ rows, columns }: NonNullable<Sheet['fixed']>): string {
  const corner = `${columnName(columns)}${rows + 1}`
  const pane = rows > 0 && columns > 0 ? 'bottomRight' : rows > 0 ? 'bottomLeft' : 'topRight'
  const split = `${columns > 0 ? ` xSplit="${columns}"` : ''}${rows > 0 ? ` ySplit="${rows}"` : ''}`
  return `<sheetViews><sheetView workbookViewId="0"><pane${split} topLeftCell="${corner}" activePane="${pane}" state="frozen"/></sheetView></sheetViews>`
}

function toSheet({ rows, columns = [], fixed }: Sheet): string {
  const written = rows.map((row, at) => {
    const cells = row.map((cell, index) => toCell(cell, `${columnName(index)}${at + 1}`))
    return `<row r="${at + 1}">${cells.join('')}</row>`
  })
  return `${HEAD}<worksheet xmlns="${MAIN}">${fixed ? toPane(fixed) : ''}${toColumns(columns)}<sheetData>${written.join('')}</sheetData>${toChoices(columns)}</worksheet>`
}

/** The lists of choices of the first sheet, one column each. */
function choiceSheet([first]: readonly Sheet[]): Sheet[] {
  const lists = (first?.columns ?? []).flatMap(({ choices = [] }) => (choices.length > 0 ? [choices] : []))
  if (lists.length === 0) return []
  const longest = Math.max(...lists.map(({ length }) => length))
  const rows = Array.from({ length: longest }, (_, at) => lists.map((choices) => choices[at] ?? ''))
  return [{ name: CHOICES, rows }]
}

/** Only the first sheet may offer choices. */
export function toXlsx(given: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  const sheets = [...given, ...choiceSheet(given)]
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`
  const type = (name: string, kind: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${TYPES}.${kind}+xml"/>`
  const numbered = sheets.map(({ name }, index) => ({ name, id: index + 1 }))
  const parts: Readonly<Record<string, string>> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('workbook', 'sheet.main')}${type('styles', 'styles')}${numbered.map(({ id }) => type(`worksheets/sheet${id}`, 'worksheet')).join('')}</Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${numbered.map(({ name, id }) => `<sheet name="${toMarkup(toName(name))}" sheetId="${id}" r:id="rId${id}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${numbered.map(({ id }) => relation(`rId${id}`, 'worksheet', `worksheets/sheet${id}.xml`)).join('')}${relation('rId0', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': LOOKS,
    ...Object.fromEntries(
      sheets.map((sheet, index) => [`xl/worksheets/sheet${index + 1}.xml`, toSheet(sheet)]),
    ),
  }
  const files = Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))
  return zipSync(files, { mtime: MODIFIED })
}

/** Without the marks that Excel refuses in names of sheets. */
const toName = (name: string): string => cutUnits(name.replaceAll(/[\\/?*[\]:']/g, ' '), MAX_NAME_LENGTH)
