// Owns the types of the tables of what steps keep beside an item: its clocks, and what they have made of it.
import type { ColumnType } from 'kysely'
import type { DelegationTable } from './delegation-table.ts'

type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

export interface ItemClockTable {
  itemId: string
  name: string
  /** Milliseconds that it ran before. */
  ran: number
  /** Since when it runs; null while it stands still. */
  since: OptionalTime
}

/** What a step has made of an item, so that it makes it once. */
export interface ItemOriginTable {
  sourceId: string
  /** The step's action, and the type that it makes. */
  cause: string
  itemId: string
}

export interface FlowTables {
  delegation: DelegationTable
  itemClock: ItemClockTable
  itemOrigin: ItemOriginTable
}
