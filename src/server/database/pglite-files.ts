// Owns the making of a new PGlite database, on disk and in memory.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'

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

/** Making a database takes seconds, so in the sources (that is, for tests) an empty one is kept and copied. */
export async function openMemory(options: PGliteOptions): Promise<PGlite> {
  const isSource = import.meta.url.endsWith('.ts')
  return PGlite.create(isSource ? { ...options, loadDataDir: await loadEmpty() } : options)
}

async function loadEmpty(): Promise<Blob> {
  const { version } = JSON.parse(readFileSync(packageFile(), 'utf8')) as { version: string } // a published package
  const file = fileURLToPath(new URL(`../../../node_modules/.cache/pglite-${version}.tar`, import.meta.url))
  if (existsSync(file)) return new Blob([readFileSync(file)])
  const database = await PGlite.create()
  const image = await database.dumpDataDir('none')
  await database.close()
  mkdirSync(dirname(file), { recursive: true })
  const own = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`
  writeFileSync(own, new Uint8Array(await image.arrayBuffer()))
  renameSync(own, file)
  return image
}

function packageFile(): string {
  return fileURLToPath(new URL('../package.json', import.meta.resolve('@electric-sql/pglite')))
}
