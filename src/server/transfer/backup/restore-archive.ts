// Restores a backup: validates it first, then writes tables and files, all or nothing.
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { FILES_FOLDER, filePath } from '#server/files/file-path.ts'
import { type AuditVerdict, verifyAudit } from '#server/platform/audit/verify-audit.ts'
import type { DatabaseHandle } from '#server/platform/database/database-handle.ts'
import { liftTimeLimits } from '#server/platform/database/lift-time-limits.ts'
import { applyMigrations } from '#server/platform/database/migrate.ts'
import { MIGRATIONS } from '#server/platform/database/migrations.ts'
import { ArchiveError, type ArchiveManifest, damaged, FILES, TABLES } from './archive-format.ts'
import { type ArchivePart, collect, readArchive } from './read-archive.ts'
import { isDatabaseEmpty, rebuildTables, type TableWriter } from './restore-tables.ts'

const MAX_PART_BYTES = 512 * 1024 * 1024

interface RestoreOptions {
  readonly database: DatabaseHandle
  readonly dataDir: string
  /** Gives up what the portal holds now. */
  readonly replace?: boolean
}

interface Restored {
  readonly manifest: ArchiveManifest
  readonly rows: number
  readonly audit: AuditVerdict
}

/** Restores the backup. Throws `ArchiveError` with one line; after any error the portal is unchanged. */
export async function restoreArchive(file: string, options: RestoreOptions): Promise<Restored> {
  const { database, dataDir, replace = false } = options
  const { manifest } = await readArchive(file)
  await refuseRunning(database)
  if (!replace && !(await isDatabaseEmpty(database.db)))
    throw new ArchiveError('目标已有数据，没有恢复：请恢复到空的门户，或加 --replace 放弃现有的全部数据')
  const folder = join(dataDir, FILES_FOLDER)
  const added: string[] = []
  const restored = await restoreAll(file, database, folder, added).catch(async (error: unknown) => {
    await Promise.all(added.map((path) => rm(path, { force: true })))
    throw error
  })
  await removeOthers(folder, manifest)
  await database.tidy()
  await database.checkpoint()
  return { manifest, ...restored }
}

/** The built-in database is for one process anyway. */
async function refuseRunning({ db, kind }: DatabaseHandle): Promise<void> {
  if (kind !== 'postgres') return
  const { rows } = await sql`
    select pid from pg_stat_activity where datname = current_database() and application_name = 'equipnet'
      and pid <> pg_backend_pid()`.execute(db)
  if (rows.length > 0) throw new ArchiveError('门户正在使用这个数据库，没有恢复：请先停止所有门户进程')
}

async function restoreAll(
  file: string,
  { db }: DatabaseHandle,
  folder: string,
  added: string[],
): Promise<Omit<Restored, 'manifest'>> {
  return db.transaction().execute(async (transaction) => {
    await liftTimeLimits(transaction)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
    let writer: TableWriter | undefined
    const counts: Record<string, number> = {}
    const onPart = async (part: ArchivePart): Promise<void> => {
      if (part.name.startsWith(FILES)) return putFile(folder, part, added)
      const table = part.name.slice(TABLES.length).split('/')[0] ?? ''
      const text = await collect(part.body, 0, MAX_PART_BYTES)
      counts[table] = (counts[table] ?? 0) + ((await writer?.write(table, text.toString('utf8'))) ?? 0)
    }
    const { head, manifest } = await readArchive(file, {
      onHead: async (found) => {
        writer = await rebuildTables(transaction, found)
      },
      onPart,
    })
    for (const [table, count] of Object.entries(manifest.rows))
      if ((counts[table] ?? 0) !== count) throw damaged(`${table} 的行数与清单不符`)
    await writer?.close(head)
    await applyMigrations(transaction, MIGRATIONS)
    const audit = await verifyAudit(transaction)
    return { rows: Object.values(counts).reduce((sum, count) => sum + count, 0), audit }
  })
}

/** An existing file with that id is the same, because files never change. */
async function putFile(folder: string, { name, body }: ArchivePart, added: string[]): Promise<void> {
  const path = filePath(folder, name.slice(FILES.length))
  const unfinished = `${path}.part`
  await mkdir(dirname(path), { recursive: true })
  if (!(await stat(path).catch(() => null))) added.push(path)
  added.push(unfinished)
  await pipeline(Readable.from(body), createWriteStream(unfinished, { mode: 0o600, flush: true }))
  await rename(unfinished, path)
}

async function removeOthers(folder: string, { parts }: ArchiveManifest): Promise<void> {
  const kept = new Set(parts.map(({ name }) => name.slice(FILES.length)))
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const others = found.filter((entry) => entry.isFile() && !kept.has(entry.name))
  await Promise.all(others.map((entry) => rm(join(entry.parentPath, entry.name), { force: true })))
}
