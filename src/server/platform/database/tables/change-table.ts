// Declares the table of the changes of published items.
import type { Generated } from 'kysely'

/** Written by triggers. `position` is null until the stream of changes numbers it. */
export interface ItemChangeTable {
  id: Generated<number>
  position: Generated<number | null>
  itemId: string
  itemType: string
  /** Null where the item was added. */
  fromStatus: string | null
  /** Null where it was removed. */
  toStatus: string | null
  at: Date
}
