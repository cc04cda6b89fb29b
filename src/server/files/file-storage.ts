// Declares where the bytes of files lie, by name: below the data folder, or in a bucket.
import type { Readable } from 'node:stream'
import type { ByteRange } from '#server/platform/http/file-answer.ts'

export interface OpenedFile {
  /** Bytes of the stream. */
  readonly size: number
  readonly stream: Readable
}

export interface ListedFile {
  readonly name: string
  /** The time in milliseconds at which it was put there. */
  readonly since: number
}

/**
 * A name is the id of a file, or the id and an ending for what was made of it. What has a name is complete: it is
 * prepared as a draft on this machine and kept as a whole.
 */
export interface FileStorage {
  /** Answers a path on this machine at which a file of that name is prepared; whoever asks removes it. */
  draft(name: string): Promise<string>
  /** Gives the draft its name; it stays, also after a power cut. */
  keep(draft: string, name: string): Promise<void>
  /** Null where there is none of that name. */
  open(name: string, range?: ByteRange): Promise<OpenedFile | null>
  /** For programs that read the file themselves: its path lasts while `use` runs. Null where there is none. */
  withPath<T>(name: string, use: (path: string) => Promise<T>): Promise<T | null>
  /** Also where there is none. */
  remove(name: string): Promise<void>
  /** All whose names begin so; at least two digits. */
  list(prefix: string): Promise<readonly ListedFile[]>
  /** Throws, with one line for the operator, where files cannot be stored. */
  check(): Promise<void>
}
