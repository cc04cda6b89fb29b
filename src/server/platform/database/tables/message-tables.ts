// Declares the types of the tables of messages between accounts.
import type { ColumnType } from 'kysely'

type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

export interface MessageTable {
  id: string
  /** The message that its conversation began with. */
  threadId: string
  senderId: string
  /** How the receivers were named. */
  addressed: string
  kind: string
  title: string
  content: string
  /** Ids of files: write them as JSON text, read them parsed. */
  attachments: ColumnType<readonly string[], string, string>
  senderDeletedAt: OptionalTime
  createdAt: DefaultTime
}

/** A receiver's copy. */
export interface MessageCopyTable {
  messageId: string
  userId: string
  readAt: OptionalTime
  deletedAt: OptionalTime
}
