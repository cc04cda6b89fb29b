// Owns the shapes of what the calls of an import answer.

/** `judging`: rows wait for their verdict. `judged`: somebody has to decide. `done`: its right rows are items. */
export type ImportState = 'judging' | 'judged' | 'done'

/** `exists`: its owner has it already, so that it is neither wrong nor imported. */
export type Verdict = 'right' | 'wrong' | 'exists'

/** What is wrong in a row, for who mends it. */
export interface RowFault {
  /** Title of the column; null for what concerns the row. */
  readonly column: string | null
  /** What stands there. */
  readonly value: string
  readonly message: string
  /** What belongs there. */
  readonly help: string
}

export interface ImportFault extends RowFault {
  /** As the file counts its rows, from 1. */
  readonly row: number
  readonly verdict: Exclude<Verdict, 'right'>
}

/** An import, whatever its state. */
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
  /** Whether the rows were judged anew, because what they are judged by has changed. */
  readonly renewed: boolean
  /** What whoever sent the file has to know of it, such as its hidden rows. */
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

/** What somebody may import of a type, and what he is importing. */
export interface ImportOverviewAnswer {
  readonly title: string
  /** Most rows and bytes of one file. */
  readonly rows: number
  readonly bytes: number
  readonly categories: readonly ImportCategory[]
  readonly job: ImportView | null
}
