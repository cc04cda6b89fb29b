// Declares the types of the tables of daily interest, of daily numbers, and of who has viewed what lately.
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

/** How often something happened on one day: one row for each subject and key. */
export interface DayCountTable {
  day: string
  /** `DayCount`. */
  what: string
  key: string
  n: number
}

/** A reader of the day, as a digest with the salt of that day; deleted with it when the day is over. */
export interface DayReaderTable {
  day: string
  digest: string
}

export interface DaySaltTable {
  day: string
  salt: string
}

/** By how many people an item was searched for these days. */
export interface SearchHeatTable {
  itemId: string
  type: string
  searchers: number
}

export interface InterestTables {
  searchHeat: SearchHeatTable
  itemInterest: ItemInterestTable
  seenView: SeenViewTable
  dayCount: DayCountTable
  dayReader: DayReaderTable
  daySalt: DaySaltTable
}
