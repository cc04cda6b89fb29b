// Declares the type of the table of accounts of programs, each with its key.
import type { ColumnType } from 'kysely'

type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>

/** Beside a row of `account`. */
export interface ServiceAccountTable {
  accountId: string
  /** The key itself is stored nowhere. */
  keyHash: string
  /** The beginning of the key, by which people tell it from others. */
  keyHint: string
  /** `read`: calls that change nothing; `write`: all. */
  mode: ServiceMode
  /** Ids of operations, and names of content types and groups; empty for all. Write it as JSON text. */
  operations: ColumnType<readonly string[], string, string>
  /** The last day on which the key is valid, where the portal is. */
  expiresOn: string
  lastUsedAt: OptionalTime
  revokedAt: OptionalTime
  createdBy: string
  createdAt: DefaultTime
}

export type ServiceMode = 'read' | 'write'
