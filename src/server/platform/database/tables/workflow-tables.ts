// Declares the types of the workflow tables: timers, created items, pending changes and snapshots of items.
import type { ColumnType } from 'kysely'
import type { DelegationTable } from './delegation-table.ts'

type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
type JsonObject = Readonly<Record<string, unknown>>

/** The change that waits beside an approved item; `status` is a state of the item's lifecycle. */
export interface PendingVersionTable {
  itemId: string
  status: string
  author: string
  body: ColumnType<JsonObject, JsonObject, JsonObject>
  baseRevision: number
  revision: number
  reason: Optional<string>
  createdAt: DefaultTime
  updatedAt: DefaultTime
}

/** The snapshot that others read when access to the item was closed, kept once the item differs from it. */
export interface PreviousVersionTable {
  itemId: string
  title: string
  body: ColumnType<JsonObject, JsonObject, JsonObject>
  revision: number
}

export interface ItemTimerTable {
  itemId: string
  name: string
  /** Milliseconds that it ran before. */
  ran: number
  /** Since when it runs; null while it stands still. */
  since: OptionalTime
}

/** An item that a transition has created from another, so that it is created only once. */
export interface ItemOriginTable {
  sourceId: string
  /** The step's action, and the type that it makes. */
  cause: string
  itemId: string
}

export interface FlowTables {
  delegation: DelegationTable
  itemClock: ItemTimerTable
  itemOrigin: ItemOriginTable
  leftVersion: PreviousVersionTable
  pendingVersion: PendingVersionTable
}
