// Provides what the tests of backups share: a database's content as digests, archives made wrong, the commands.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { createGunzip, gzipSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { loadTables } from '#server/transfer/backup/table-shapes.ts'
import { readTar, tarEnd, tarEntry } from '#server/transfer/backup/tar.ts'
import { BRIEF } from '../../../../scripts/lib/brief-process.ts'
import { ROOT } from '../../support/small-configuration.ts'

const run = promisify(execFile)

/** Row count and digest of every table. */
export async function digestTables(db: Kysely<Schema>): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const { name } of await loadTables(db)) {
    const { rows } = await sql<{ digest: string }>`
      select count(*) || ' ' || md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as digest
      from ${sql.id(name)} t`.execute(db)
    digests[name] = rows[0]?.digest ?? ''
  }
  return digests
}

export function digestFiles(dataDir: string): Record<string, string> {
  const entries = readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
  return Object.fromEntries(files.sort().map((path) => [basename(path), hash(path)]))
}

export async function command(name: 'backup' | 'restore' | 'audit-verify', args: string[], env: object) {
  const options = { cwd: ROOT, env: { PATH: process.env.PATH, ...env } }
  const words = [...BRIEF, `dist/server/${name}.js`, ...args]
  const failed = (error: unknown) => error as { stdout: string; stderr: string }
  const { stdout, stderr } = await run(process.execPath, words, options).catch(failed)
  return stdout + stderr
}

export interface Entry {
  readonly name: string
  readonly content: Buffer
}

export async function unpack(file: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const { name, body } of readTar(createReadStream(file).pipe(createGunzip()))) {
    const chunks: Buffer[] = []
    for await (const chunk of body) chunks.push(chunk)
    entries.push({ name, content: Buffer.concat(chunks) })
  }
  return entries
}

/** As somebody who changes a backup would; `resum` makes the manifest agree again. */
export async function pack(file: string, entries: readonly Entry[], { resum = false } = {}): Promise<void> {
  const bytes: Buffer[] = []
  for (const { name, content } of resum ? entries.map((entry) => resumed(entry, entries)) : entries)
    for await (const chunk of tarEntry(name, content.length, [content])) bytes.push(chunk)
  writeFileSync(file, gzipSync(Buffer.concat([...bytes, tarEnd()])))
}

function resumed(entry: Entry, entries: readonly Entry[]): Entry {
  if (entry.name !== 'manifest.json') return entry
  const parts = entries.slice(0, -1).map(({ name, content }) => ({
    name,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }))
  const manifest = JSON.parse(entry.content.toString()) as object
  return { ...entry, content: Buffer.from(JSON.stringify({ ...manifest, parts })) }
}
