// Declares the type of the table of daily interest.
import type { Generated } from 'kysely'

/** How often an item was read and compared on one day, as far as anybody did. */
export interface ItemInterestTable {
  itemId: string
  day: string
  type: string
  views: Generated<number>
  compares: Generated<number>
}
