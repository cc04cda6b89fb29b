// Declares the types of the tables of notices and of pending external deliveries.
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
/** Write it as JSON text, read it parsed. */
type Names = ColumnType<readonly string[], string, string>

export interface NoticeTable {
  id: string
  userId: string
  /** Name of the configured notice, which may be gone since. */
  template: string
  kind: string
  title: string
  content: string
  itemType: Optional<string>
  itemId: Optional<string>
  /** Parameters of the page that it opens. */
  params: ColumnType<Readonly<Record<string, unknown>> | null, string | null, string | null>
  /** The event; an account is notified of it once. */
  cause: string
  readAt: OptionalTime
  deletedAt: OptionalTime
  createdAt: DefaultTime
}

/** The kinds of notices that a person wants by text message, and by e-mail. */
export interface NoticeSettingTable {
  userId: string
  sms: Names
  mail: Names
  email: Optional<string>
  updatedAt: DefaultTime
}

/** A pending external delivery. */
export interface DeliveryTable {
  id: string
  accountId: string
  channel: string
  address: string
  title: string
  content: string
  attempts: Generated<number>
  dueAt: Time
}
