// Declares the answers of the calls of an import.

/** `judging`: rows wait for validation. `judged`: the user has to decide. `done`: the valid rows are items. */
export type ImportState = 'judging' | 'judged' | 'done'

/** `exists`: its owner has it already, so that it is neither wrong nor imported. */
export type Verdict = 'right' | 'wrong' | 'exists'

/** A fault in a row, for the user who corrects it. */
export interface RowFault {
  /** Title of the column; null for what concerns the row. */
  readonly column: string | null
  /** The value in the cell. */
  readonly value: string
  readonly message: string
  /** The values that the column accepts. */
  readonly help: string
}

export interface ImportFault extends RowFault {
  /** As the file counts its rows, from 1. */
  readonly row: number
  readonly verdict: Exclude<Verdict, 'right'>
}

/** An import in any state. */
export interface ImportView {
  readonly id: string
  readonly category: string | null
  /** Of the file. */
  readonly name: string
  readonly state: ImportState
  /** Rows there are, rows that have a verdict, rows that became items. */
  readonly total: number
  readonly judged: number
  readonly imported: number
  /** True if the rows were validated again, because the rules for them have changed. */
  readonly renewed: boolean
  /** Notes for the user who sent the file, for example about hidden rows. */
  readonly notes: readonly string[]
  readonly createdAt: string
  /** Rows by verdict, while somebody has to decide. */
  readonly right: number
  readonly wrong: number
  readonly exists: number
  /** The first of them; the report holds all. */
  readonly faults: readonly ImportFault[]
}

export interface ImportCategory {
  readonly value: string
  readonly label: string
  readonly parent: string | null
  readonly isLast: boolean
}

/** The permission of a user to import a type, and the current import. */
export interface ImportOverviewAnswer {
  readonly title: string
  /** Most rows and bytes of one file. */
  readonly rows: number
  readonly bytes: number
  readonly categories: readonly ImportCategory[]
  readonly job: ImportView | null
}
