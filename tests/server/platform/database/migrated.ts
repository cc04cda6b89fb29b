// Provides the migrated databases that tests copy, since making one takes longer than most tests.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import type pg from 'pg'
import { rolldown } from 'rolldown'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import type { MemoryImage } from '#server/platform/database/pglite/pglite-messages.ts'
import { ROOT } from '../../../support/source-files.ts'
import { makeTemplate } from './template.ts'

const ENGINE = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))

/** Changes with whatever a migrated database depends on. */
function fingerprint(): string {
  const folder = join(ROOT, 'src/server/platform/database')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(baseline|migrat|pglite).*\.ts$/.test(name))
    .sort()
  const hash = createHash('sha256').update(readFileSync(join(ENGINE, '../package.json')))
  for (const name of files) hash.update(name).update(readFileSync(join(folder, name)))
  return hash.digest('hex').slice(0, 16)
}

let image: Promise<MemoryImage> | undefined

/** The files of a migrated PGlite, kept under node_modules/.cache between runs. */
export function migratedImage(): Promise<MemoryImage> {
  image ??= loadImage()
  return image
}

/** Puts a migrated database on disk, where `openDatabase` finds it in `dataDir`; an empty one takes seconds to make. */
export async function copyMigrated(dataDir: string): Promise<void> {
  await migratedImage()
  cpSync(folderBeside(imageFile()), join(dataDir, 'pglite'), { recursive: true })
}

const imageFile = () => join(ROOT, 'node_modules/.cache', `equipnet-${fingerprint()}.tar`)
/** The same database as files. */
const folderBeside = (file: string) => file.replace(/\.tar$/, '')
/** The program of its thread in one file: to read the sources takes as long as to open the database. */
const workerBeside = (file: string) => file.replace(/\.tar$/, '.mjs')

async function loadImage(): Promise<MemoryImage> {
  const file = imageFile()
  if (![file, folderBeside(file), workerBeside(file)].every((path) => existsSync(path))) await makeImage(file)
  const module = await WebAssembly.compile(readFileSync(join(ENGINE, 'pglite.wasm')))
  const worker = pathToFileURL(workerBeside(file)).href
  return { data: new Uint8Array(readFileSync(file)), module, worker }
}

async function makeImage(file: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'equipnet-image-'))
  const handle = await openDatabase({ dataDir })
  await migrate(handle.db)
  await handle.close()
  const database = await PGlite.create(join(dataDir, 'pglite'))
  const data = await database.dumpDataDir('none')
  await database.close()
  mkdirSync(dirname(file), { recursive: true })
  await makeWorker(workerBeside(file))
  // Two test processes may make it at once: each moves a whole file into place, and the first its folder.
  const own = `${file}.${process.pid}`
  cpSync(join(dataDir, 'pglite'), own, { recursive: true })
  try {
    renameSync(own, folderBeside(file))
  } catch {
    rmSync(own, { recursive: true, force: true })
  }
  rmSync(dataDir, { recursive: true, force: true })
  writeFileSync(own, new Uint8Array(await data.arrayBuffer()))
  renameSync(own, file)
}

async function makeWorker(file: string): Promise<void> {
  const bundle = await rolldown({
    input: join(ROOT, 'src/server/platform/database/pglite/pglite-worker.ts'),
    platform: 'node',
    external: /^(node:|@electric-sql\/)/,
  })
  const own = `${file}.${process.pid}`
  await bundle.write({ file: own, format: 'esm' })
  await bundle.close()
  renameSync(own, file)
}

/** Name of the migrated database of a PostgreSQL server that `create database … template` copies. */
export function migratedTemplate(admin: pg.Client, urlOf: (name: string) => string): Promise<string> {
  return makeTemplate(admin, `equipnet_template_${fingerprint()}`, 'template1', async (growing) => {
    const handle = await openDatabase({ dataDir: 'unused', url: urlOf(growing), poolSize: 1 })
    await migrate(handle.db)
    await handle.close()
  })
}
