// Declares the interface of an open database as the rest of the server sees it.

import type { Kysely } from 'kysely'
import type { QueuedCaller } from '#server/platform/limits/concurrency-limiter.ts'
import type { Secrets } from '#server/platform/secrets/secrets.ts'
import type { Gap } from './channel.ts'
import type { MemoryImage } from './pglite/pglite-messages.ts'
import type { ReplicaState } from './replica.ts'
import type { Schema } from './tables/schema.ts'

export interface DatabaseHandle {
  readonly db: Kysely<Schema>
  readonly kind: 'pglite' | 'postgres'
  /** Seals secret values before they are written. Values that were read are already opened. */
  readonly secrets: Secrets
  /** Writes the log of PGlite into its tables; does nothing on PostgreSQL, which does so by itself. */
  checkpoint(): Promise<void>
  vacuumAnalyze(): Promise<void>
  /**
   * Lends a connection of its own, outside of transactions and without a time limit for statements, such as CREATE INDEX
   * CONCURRENTLY. Null where the database has one connection.
   */
  readonly alone: ((work: (query: RunStatement) => Promise<void>) => Promise<void>) | null
  /**
   * The same of PGlite's tables in which much has changed, by name; none on PostgreSQL, which does so by itself. Never
   * fails: what fails is logged, since what called for it is done.
   */
  tidy(): Promise<readonly string[]>
  /**
   * Resolves when the channel is heard, with a function that stops. After `close()` both resolve and nothing is heard.
   * `onGap` hears 'lost' and 'restored' around a time in which notifications are missed.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onGap?: (gap: Gap) => void,
  ): Promise<() => Promise<void>>
  /**
   * A call that writes: however many of them wait for a lock, some connections stay free for others. `queuedCaller` is who
   * waits for a connection in turn with other writers.
   */
  writing<T>(work: () => Promise<T>, queuedCaller: QueuedCaller): Promise<T>
  /** A call that may see data of up to two seconds ago: its reads go to the replica where there is one. */
  reading<T>(work: () => Promise<T>): Promise<T>
  /** Which server answers the running call: what is read from one says nothing about the other. */
  readonly source: 'primary' | 'replica'
  /** Null where there is no replica. */
  readonly replica: ReplicaState | null
  /** At most 7,999 bytes. Inside a transaction use `sql\`select pg_notify(…)\`` so that it goes out at commit. */
  notify(channel: string, payload: string): Promise<void>
  close(): Promise<void>
}

/** Answers the rows of a statement without parameters. */
export type RunStatement = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** Runs a statement and notes its text and duration; answers and throws what it does. */
export type TraceStatement = <T>(text: string, run: () => Promise<T>) => Promise<T>

export interface OpenOptions {
  /** A PostgreSQL address; without it, PGlite in `dataDir`. */
  readonly url?: string
  /** Addresses PostgreSQL itself where `url` is that of a pooler: for what needs a session of its own. */
  readonly listenUrl?: string
  /** Whether connections of `url` keep prepared statements; default true, and false with a `listenUrl`. */
  readonly isPrepared?: boolean
  /** Addresses a streaming replica for the reads of visitors. */
  readonly readUrl?: string
  /** A folder, or 'memory://' for a PGlite that vanishes at close. */
  readonly dataDir: string
  /** The initial content of a PGlite in memory; absent: an empty database. */
  readonly image?: MemoryImage
  readonly poolSize?: number
  /** How long to try again when PostgreSQL does not answer yet, in ms; default 0. */
  readonly patience?: number
  /** Absent: sealed values stay sealed, and values sealed now cannot be read later. For commands and tests. */
  readonly secrets?: Secrets
  readonly trace?: TraceStatement
  readonly log?: (line: string) => void
  /** Hears once that PGlite cannot be trusted any more: log it and leave the process. */
  readonly onStorageError?: (error: Error) => void
}
