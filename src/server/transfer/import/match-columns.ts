// Matches a file's columns to those of the import by their headings, ignoring case, blanks and full-width letters.
import { isConvertible } from '#shared/formats/units.ts'
import type { ImportColumn } from './import-columns.ts'

export interface FileColumn {
  readonly key: string
  /** Unit that the file's own heading names, where it is another one of the same measure. */
  readonly unit?: string
}

interface Matched {
  /** In the order of the file; null for a column without heading. */
  readonly columns: readonly (FileColumn | null)[]
  readonly unknown: readonly string[]
  readonly twice: readonly string[]
  /** Headings that have to be there. */
  readonly missing: readonly string[]
}

const HEAD = /^\*?\s*(.*?)\s*(?:[（(]([^（）()]*)[）)])?\s*\*?$/s

export function matchColumns(heads: readonly string[], columns: readonly ImportColumn[]): Matched {
  const byTitle = new Map(columns.map((column) => [foldText(column.title), column]))
  const byHead = new Map(columns.map((column) => [foldText(column.head.replace(/^\*/, '')), column]))
  const unknown: string[] = []
  const twice: string[] = []
  const found = new Set<string>()
  const matched = heads.map((head): FileColumn | null => {
    if (head.trim() === '') return null
    const [, title = '', unit] = HEAD.exec(head.trim().slice(0, 200)) ?? []
    const whole = foldText(head.trim().replace(/^\*|\*$/g, ''))
    const column = byHead.get(whole) ?? byTitle.get(whole) ?? byTitle.get(foldText(title))
    if (
      !column ||
      (byHead.get(whole) !== column && byTitle.get(whole) !== column && !fitsUnit(column, unit))
    ) {
      unknown.push(head)
      return null
    }
    if (found.has(column.key)) twice.push(head)
    found.add(column.key)
    return { key: column.key, ...(isOther(column, unit) ? { unit: sameUnit(unit, column) } : {}) }
  })
  const missing = columns.filter(({ key, field }) => field.required && !found.has(key))
  return { columns: matched, unknown, twice, missing: missing.map(({ head }) => head) }
}

const isOther = ({ field }: ImportColumn, unit: string | undefined): unit is string =>
  unit !== undefined &&
  field.unit !== undefined &&
  foldText(unit) !== foldText(field.unit) &&
  !isWornDown(unit, field.unit)

/** Programs that save as GBK write `?` for what it lacks, such as the ³ of m³/h. */
function isWornDown(written: string, unit: string): boolean {
  const [some, others] = [[...written.trim()], [...unit]]
  return (
    written.includes('?') &&
    some.length === others.length &&
    some.every((character, index) => character === '?' || character === others[index])
  )
}

function fitsUnit(column: ImportColumn, unit: string | undefined): boolean {
  if (unit === undefined || !isOther(column, unit))
    return unit === undefined || column.field.unit !== undefined
  return isConvertible(sameUnit(unit, column), column.field.unit)
}

/** People write m3/h for m³/h. */
export function sameUnit(written: string, { field }: Pick<ImportColumn, 'field'>): string {
  const unit = written.trim()
  if (field.unit !== undefined && foldText(unit) === foldText(field.unit)) return field.unit
  if (isConvertible(unit, field.unit)) return unit
  const spelled = unit.replace(/3(?=$|\/)/, '³').replace(/2(?=$|\/)/, '²')
  return isConvertible(spelled, field.unit) ? spelled : unit
}

export function foldText(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()
}
