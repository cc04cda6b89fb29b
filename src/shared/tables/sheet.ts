// Declares a sheet of a table file, independent of the format it is written in.

/** The style of a cell: a heading, the better value, always text, or plain. */
export type CellStyle = 'plain' | 'head' | 'better' | 'text'

interface StyledCell {
  readonly value: string | number
  readonly style: CellStyle
}

export type SheetCell = string | number | StyledCell

export interface SheetColumn {
  /** In characters. */
  readonly width: number
  /** Numbers that are names stay as they are typed. */
  readonly isText?: boolean
  /** Offered in a list by each cell below the heading. */
  readonly choices?: readonly string[]
}

export interface Sheet {
  readonly name: string
  readonly rows: readonly (readonly SheetCell[])[]
  readonly columns?: readonly SheetColumn[]
  /** Rows and columns that stay in sight. */
  readonly fixed?: { readonly rows: number; readonly columns: number }
}

export const toDisplayValue = (cell: SheetCell): string | number =>
  typeof cell === 'object' ? cell.value : cell
