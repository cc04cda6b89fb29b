// Declares the messages between the main thread and the PGlite worker.
import type { PGliteOptions } from '@electric-sql/pglite'

/** The initial content of a database in memory: the files as PGlite dumps them, and the compiled engine. */
export interface MemoryImage {
  readonly data: Uint8Array<ArrayBuffer>
  readonly module: NonNullable<PGliteOptions['pgliteWasmModule']>
  /** The worker, compiled: without it each reads the sources anew, where the program runs from them. */
  readonly worker?: string
}

export interface WorkerStart {
  /** A folder, or 'memory://' for none. */
  readonly dataDir: string
  readonly image?: MemoryImage | undefined
}

/** `stream` numbers the connection, so that a late answer never reaches the next one. */
interface Bytes {
  readonly kind: 'bytes'
  readonly stream: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

export type ToWorker = Bytes | { readonly kind: 'close' }

export type FromWorker =
  | Bytes
  | { readonly kind: 'ready' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'failed'; readonly reason: string }
