// Creates PGlite databases, on disk and in memory.

import { existsSync, renameSync, rmSync } from 'node:fs'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import type { MemoryImage } from './pglite-messages.ts'

/**
 * Opens the folder, or makes it first. A new one grows beside its place and is moved there when complete,
 * so that a kill in the middle leaves nothing that looks like a database.
 */
export async function openFolder(dataDir: string, options: PGliteOptions): Promise<PGlite> {
  if (!existsSync(dataDir)) {
    const growing = `${dataDir}.new`
    rmSync(growing, { recursive: true, force: true })
    const database = await PGlite.create({ ...options, dataDir: growing })
    await database.close()
    renameSync(growing, dataDir)
  }
  return PGlite.create({ ...options, dataDir })
}

/** A database that vanishes at close: an empty one, or a copy of the image, which takes a third of the time. */
export function openMemory(image: MemoryImage | undefined, options: PGliteOptions): Promise<PGlite> {
  if (!image) return PGlite.create(options)
  return PGlite.create({
    ...options,
    loadDataDir: new Blob([image.data]),
    pgliteWasmModule: image.module,
  })
}
