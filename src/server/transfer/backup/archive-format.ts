// Declares the content of a backup: head, tables in parts, files, a final manifest with checksums; and its errors.
import type { Hash } from 'node:crypto'
import type { SequenceValue, TableShape } from './table-shapes.ts'

/** Counts up when an older program could not read the archive. */
export const ARCHIVE_VERSION = 1
export const FORMAT = 'equipnet-backup'
export const HEAD = 'backup.json'
export const MANIFEST = 'manifest.json'
export const TABLES = 'tables/'
export const FILES = 'files/'

export interface ArchiveHead {
  readonly format: typeof FORMAT
  readonly version: number
  readonly createdAt: string
  /** Names of the migrations that the database has been through. */
  readonly migrations: readonly string[]
  readonly tables: readonly TableShape[]
  readonly sequences: readonly SequenceValue[]
}

export interface ManifestPart {
  readonly name: string
  readonly bytes: number
  /** Hexadecimal. */
  readonly sha256: string
}

export interface ArchiveManifest {
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>
  readonly files: number
  /** Ids of files in the database that are missing where files lie or differ there. */
  readonly missing: readonly string[]
  readonly parts: readonly ManifestPart[]
}

export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}

export const damaged = (what: string): ArchiveError =>
  new ArchiveError(`备份文件已损坏（${what}），没有恢复任何数据，请换一份备份`)

/** The same bytes, of which the hash hears as they pass. */
export async function* hashed(source: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}
