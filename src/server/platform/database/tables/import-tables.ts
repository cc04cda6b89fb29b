// Declares the types of the tables of imports.
import type { ColumnType, Generated } from 'kysely'

type JsonText = ColumnType<unknown, string, string>
type OptionalJson = ColumnType<unknown, string | null | undefined, string | null>
type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/** A table that somebody imports; one at a time for each person and type. `state` is an `ImportState`. */
export interface ImportJobTable {
  id: string
  ownerId: string
  type: string
  /** The category of all its rows. */
  setId: Optional<string>
  name: string
  digest: string
  /** The meaning of the file's columns, in their order; null for a column that is left out. */
  columns: JsonText
  /** The file's own headings. */
  heads: JsonText
  /** Notes for the sender of the file. */
  notes: JsonText
  /** Digest of everything that the rows are validated against. */
  basis: string
  renewed: Generated<boolean>
  state: string
  total: number
  judged: Generated<number>
  imported: Generated<number>
  createdAt: DefaultTime
  updatedAt: DefaultTime
}

/** `place` counts from 0, `rowNo` as the file's spreadsheet does; `item` is what a right row will be stored as. */
export interface ImportRowTable {
  jobId: string
  place: number
  rowNo: number
  cells: JsonText
  verdict: Optional<string>
  errors: OptionalJson
  sameKey: Optional<string>
  item: OptionalJson
}
