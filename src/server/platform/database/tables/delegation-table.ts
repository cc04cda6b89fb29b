// Declares the type of the table of temporary delegations to colleagues.
import type { ColumnType } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/** Days of the portal, such as 2026-12-01, both included. */
export interface DelegationTable {
  id: string
  /** The account that delegates. */
  userId: string
  delegateId: string
  fromDay: string
  untilDay: string
  note: Optional<string>
  createdAt: Time
  /** When it ended before its time. */
  endedAt: OptionalTime
  /** The time at which both accounts were notified of the end. */
  toldAt: OptionalTime
}
