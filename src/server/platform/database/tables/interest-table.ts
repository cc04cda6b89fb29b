// Declares the types of the tables of daily interest and of who has viewed what lately.
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>

/** How often an item was read and compared on one day, as far as anybody did. */
export interface ItemInterestTable {
  itemId: string
  day: string
  type: string
  views: Generated<number>
  compares: Generated<number>
}

/** A view or comparison that was counted in the last half hour. */
export interface SeenViewTable {
  /** Of reader, item and kind, so that nobody reads who viewed what. */
  digest: string
  seenAt: Time
}
