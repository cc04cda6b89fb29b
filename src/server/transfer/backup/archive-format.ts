// Declares the content of a backup: head, tables in parts, files, a final manifest with checksums.
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
  /** Ids of files in the database that are missing from the data folder or differ there. */
  readonly missing: readonly string[]
  readonly parts: readonly ManifestPart[]
}
