// Declares the type of the table of pinned items.
import type { ColumnType } from 'kysely'

export interface ItemPinTable {
  itemId: string
  type: string
  /** From 1, without gaps within the type. */
  place: number
  until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
}
