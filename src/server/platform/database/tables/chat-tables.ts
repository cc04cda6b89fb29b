// Declares the types of the tables of conversations.
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** A conversation of two accounts; `low` is the smaller id. */
export interface ChatTable {
  id: string
  low: string
  high: string
  /** Number of the last message; the first has 1. */
  lastSeq: Generated<number>
  lastAt: OptionalTime
  createdAt: Generated<Date>
}

/** One side of a conversation. */
export interface ChatMemberTable {
  chatId: string
  accountId: string
  otherId: string
  /** The last message that this side has seen. */
  readSeq: Generated<number>
  /** Messages of the other side beyond it. */
  unread: Generated<number>
  /** True if this side accepts no messages from the other. */
  blocks: Generated<boolean>
}

export interface ChatMessageTable {
  chatId: string
  seq: number
  author: string
  /** Given by the browser, so that a message sent twice is stored once. */
  clientId: string
  kind: string
  content: string
  fileId: Optional<string>
  itemType: Optional<string>
  itemId: Optional<string>
  createdAt: Time
}

export interface ChatReportTable {
  chatId: string
  seq: number
  reporter: string
  reason: string
  content: Optional<string>
  createdAt: Time
  settledAt: OptionalTime
  settledBy: Optional<string>
  id: Generated<string>
  /** True if the account that settled the report found it justified. */
  upheld: Optional<boolean>
  /** Why, in words. */
  words: Optional<string>
}

/** Which process has an open browser of whom, renewed while it lasts. */
export interface PresenceTable {
  accountId: string
  processId: string
  seenAt: Time
}
