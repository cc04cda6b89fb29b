// Declares the types of the workflow tables: timers, created items, pending changes, versions and snapshots of items.
// Declares the types of the workflow tables: timers, created items, pending changes and snapshots of items.

import type { ColumnType } from 'kysely'
import type { ItemChangeTable } from './change-table.ts'
import type { QueueAssignmentTable } from './dashboard-tables.ts'
import type { DelegationTable } from './delegation-table.ts'
import type { ReleaseTables } from './release-tables.ts'

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

/** A link by which somebody without an account reads the item before it is public; the token itself is not stored. */
export interface PreviewLinkTable {
  id: string
  itemId: string
  digest: string
  createdAt: Date
  expiresAt: Date
  revokedAt: ColumnType<Date | null, never, Date>
}

/** Read only: `content/items/item-versions.ts` writes it, in SQL. */
export interface ItemVersionTable {
  itemId: string
  /** Counted from 1 for each item. */
  number: number
  /** The number of the version that this one changes; null for one that is whole. */
  base: Optional<number>
  /** The revision of the item, or of its pending change, that it is. */
  revision: number
  /** True for a version of the pending change. */
  isChange: boolean
  status: string
  /** Account id; null for a visitor or the system. */
  actor: Optional<string>
  /** The account on whose behalf the actor acted. */
  behalf: Optional<string>
  /** Operation id or event, as in the audit log. */
  origin: string
  reason: Optional<string>
  at: DefaultTime
  /** The fields that differ from `base`, null for an emptied one; null while the item itself still is this version. */
  changed: ColumnType<JsonObject | null, JsonObject | null, JsonObject | null>
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

export interface FlowTables extends ReleaseTables {
  delegation: DelegationTable
  itemClock: ItemTimerTable
  itemChange: ItemChangeTable
  itemOrigin: ItemOriginTable
  itemVersion: ItemVersionTable
  leftVersion: PreviousVersionTable
  previewLink: PreviewLinkTable
  pendingVersion: PendingVersionTable
  queueAssignment: QueueAssignmentTable
}
