// Declares the types of the tables of the configuration store: published revisions, their texts, and drafts.
import type { ColumnType } from 'kysely'

type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/** Digests of texts; null for a file that is not there. */
export interface StoredEntry {
  readonly base: string | null
  readonly text: string | null
}

export interface ConfigurationTables {
  /** The row with the highest number is served. */
  configurationRevision: {
    no: ColumnType<number, never, never>
    /** The revision that was served before; null for the first one. */
    parent: Optional<number>
    /** Null for a command. */
    author: Optional<string>
    /** What its author says of it. */
    words: string
    at: DefaultTime
    /** By path, all that differs from the files of the folders. Write it as JSON text. */
    layer: ColumnType<Readonly<Record<string, StoredEntry>>, string, string>
  }
  /** Each text once, however many revisions name it. */
  configurationText: {
    digest: string
    text: string
  }
  configurationDraft: {
    accountId: string
    path: string
    /** The published text that it was made from; null for a new file. */
    base: Optional<string>
    /** Null for a file that is to be deleted. */
    text: Optional<string>
    savedAt: DefaultTime
  }
  /** What would be served with somebody's drafts, for previews until then. */
  configurationPreview: {
    /** Of the model. */
    hash: string
    layer: ColumnType<Readonly<Record<string, StoredEntry>>, string, string>
    until: ColumnType<Date, Date, Date>
  }
}
