// Restores a backup: validates it first, then writes tables and files, all or nothing.
import { sql } from 'kysely'
import { type FileStore, STORE_PARTS } from '#server/files/file-store.ts'
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
  readonly files: FileStore
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
  const { database, files, replace = false } = options
  const { manifest } = await readArchive(file)
  await refuseRunning(database)
  if (!replace && !(await isDatabaseEmpty(database.db)))
    throw new ArchiveError('目标已有数据，没有恢复：请恢复到空的门户，或加 --replace 放弃现有的全部数据')
  const added: string[] = []
  const restored = await restoreAll(file, database, files, added).catch(async (error: unknown) => {
    for (const id of added) await files.remove(id)
    throw error
  })
  await removeOthers(files, manifest)
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
  files: FileStore,
  added: string[],
): Promise<Omit<Restored, 'manifest'>> {
  return db.transaction().execute(async (transaction) => {
    await liftTimeLimits(transaction)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
    let writer: TableWriter | undefined
    const counts: Record<string, number> = {}
    const onPart = async (part: ArchivePart): Promise<void> => {
      if (part.name.startsWith(FILES)) return putFile(files, part, added)
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
async function putFile(files: FileStore, { name, body }: ArchivePart, added: string[]): Promise<void> {
  const id = name.slice(FILES.length)
  if (!(await files.has(id))) added.push(id)
  await files.restore(id, body)
}

async function removeOthers(files: FileStore, { parts }: ArchiveManifest): Promise<void> {
  const kept = new Set(parts.map(({ name }) => name.slice(FILES.length)))
  for (let part = 0; part < STORE_PARTS; part += 1)
    for (const name of await files.listOld(part, Number.POSITIVE_INFINITY))
      if (!kept.has(name)) await files.discard(name)
}
