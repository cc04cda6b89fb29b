// Declares the type of the table of drafts.
import type { ColumnType, Generated } from 'kysely'

type JsonObject = Readonly<Record<string, unknown>>

/** `key` is the id of the item that is edited, or begins with `new`. */
export interface DraftTable {
  userId: string
  form: string
  key: string
  body: ColumnType<JsonObject, JsonObject, JsonObject>
  /** A short outline of the form at the time of saving. */
  outline: ColumnType<JsonObject | null, JsonObject | null | undefined, JsonObject | null>
  version: number
  revision: Generated<number>
  /** The revision of the item that the draft changes; null for a new item. */
  baseRevision: ColumnType<number | null, number | null | undefined, number | null>
  updatedAt: ColumnType<Date, Date | string | undefined, Date | string>
}
