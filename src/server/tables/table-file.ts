// Owns what is read of a table file that somebody sent, and the reasons for which one cannot be read.

export interface TableRow {
  /** As spreadsheets count, from 1. */
  readonly number: number
  readonly cells: readonly string[]
}

export interface TableBounds {
  /** Rows below the heading. */
  readonly rows: number
  readonly cells: number
  /** That come out of a packed file. */
  readonly bytes: number
}

/** What is read of a cell whose formula nobody has computed: the file holds no value of it. */
export const NOT_COMPUTED = '#NOT_COMPUTED!'

/** `fake`: called a workbook, but a text. */
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
