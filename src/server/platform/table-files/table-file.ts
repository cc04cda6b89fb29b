// Declares the types of an uploaded table file, and the reasons for which one cannot be read.

export interface SheetRow {
  /** As spreadsheets count, from 1. */
  readonly number: number
  readonly cells: readonly string[]
  /** The displayed texts of cells by index, for cells that display something else than they hold. */
  readonly shown?: ReadonlyMap<number, string>
  readonly isHidden?: boolean
}

export interface TableFile {
  /** Rows in which something stands, the heading first. */
  readonly rows: readonly SheetRow[]
  /** Indexes of columns that the program does not show. */
  readonly hiddenColumns: ReadonlySet<number>
}

export interface TableBounds {
  /** Rows below the heading. */
  readonly rows: number
  readonly cells: number
  /** The maximum of bytes from a packed file. */
  readonly bytes: number
}

/** The value of a cell whose formula was never computed: the file holds no value for it. */
export const NOT_COMPUTED = '#NOT_COMPUTED!'

/** Begins what is read of a cell of type error; its own text follows. */
export const ERROR_CELL = '#ERROR_CELL! '

/** Begins what is read of a cell that a merge covers; the merge follows, such as `C2:C3`. */
export const MERGED_CELL = '#MERGED_CELL! '

/**
 * Begins the first cell of a row that another mark parts than the headings; both marks follow, that of the row first,
 * and then the cell's own text.
 */
export const OTHER_SEPARATOR = '#OTHER_SEPARATOR! '

/** The two marks; undefined where the row is parted as the headings are. */
export function separatorsIn([first = '']: readonly string[]): readonly [string, string] | undefined {
  if (!first.startsWith(OTHER_SEPARATOR)) return undefined
  const [used = '', wanted = ''] = first.slice(OTHER_SEPARATOR.length)
  return [used, wanted]
}

/** The cell as people see it: an error or a wrongly parted row without its mark, nothing in a covered cell. */
export function toVisible(cell: string): string {
  if (cell.startsWith(MERGED_CELL)) return ''
  if (cell.startsWith(OTHER_SEPARATOR)) return cell.slice(OTHER_SEPARATOR.length + 2)
  return cell.startsWith(ERROR_CELL) ? cell.slice(ERROR_CELL.length) : cell
}

/** `fake`: called a workbook, but a text. `old`: a workbook of the binary formats. */
export type TableReason =
  | 'kind'
  | 'fake'
  | 'old'
  | 'damaged'
  | 'encrypted'
  | 'large'
  | 'rows'
  | 'cells'
  | 'encoding'
  | 'empty'

export class TableError extends Error {
  readonly reason: TableReason

  constructor(reason: TableReason) {
    super(`table file: ${reason}`)
    this.reason = reason
  }
}
