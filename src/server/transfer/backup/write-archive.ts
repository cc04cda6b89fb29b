// Writes a backup: a consistent snapshot of all tables, then the files that it names, as a stream.
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { FileStore } from '#server/files/file-store.ts'
import { appendAudit } from '#server/platform/audit/append-audit.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import {
  ARCHIVE_VERSION,
  ArchiveError,
  type ArchiveHead,
  FILES,
  FORMAT,
  HEAD,
  hashed,
  MANIFEST,
  type ManifestPart,
  TABLES,
} from './archive-format.ts'
import { loadSequences, loadTables, type TableShape } from './table-shapes.ts'
import { tarEnd, tarEntry } from './tar.ts'

const FETCH = 500
/** Characters of rows in one part, about. */
const PART_LENGTH = 512 * 1024

interface FileOf {
  readonly id: string
  readonly digest: string
}

/**
 * The bytes of the archive, not yet compressed. The database's snapshot is held while tables are read, and let go
 * before the files: their bytes never change. Ending the iteration early lets go of it too.
 */
export async function* writeArchive(db: Kysely<Schema>, store: FileStore): AsyncGenerator<Buffer> {
  await recordBackup(db)
  const parts: ManifestPart[] = []
  const rows: Record<string, number> = {}
  const files: FileOf[] = []
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    const head = await loadHead(snapshot)
    yield* smallEntry(HEAD, toBuffer(head), parts)
    for (const table of head.tables) {
      let [count, number] = [0, 0]
      for await (const { text, length } of readParts(snapshot, table)) {
        count += length
        number += 1
        yield* smallEntry(`${TABLES}${table.name}/${number}.json`, Buffer.from(text), parts)
      }
      rows[table.name] = count
    }
    files.push(...(await snapshot.selectFrom('file').select(['id', 'digest']).orderBy('id').execute()))
  } finally {
    // It has only read; rolling back is letting go.
    await snapshot.rollback().execute()
  }
  const missing: string[] = []
  for (const file of files) {
    if (yield* fileEntry(file, store, parts)) continue
    missing.push(file.id)
  }
  const manifest = { rows, files: files.length - missing.length, missing, parts }
  yield* smallEntry(MANIFEST, toBuffer(manifest), [])
  yield tarEnd()
}

/** Before the snapshot, so that the copy tells of itself. */
async function recordBackup(db: Kysely<Schema>): Promise<void> {
  const tables = new Set((await loadTables(db)).map(({ name }) => name))
  if (!tables.has('audit')) throw new ArchiveError('数据库还是空的，没有可以备份的内容：请先启动一次门户')
  await appendAudit(db, { actor: null, action: 'portal.backup', result: 'ok' }, new Date())
}

async function loadHead(db: Kysely<Schema>): Promise<ArchiveHead> {
  const migrations = await db.selectFrom('migration').select('name').orderBy('name').execute()
  return {
    format: FORMAT,
    version: ARCHIVE_VERSION,
    createdAt: new Date().toISOString(),
    migrations: migrations.map(({ name }) => name),
    tables: await loadTables(db),
    sequences: await loadSequences(db),
  }
}

/** Each value as the text in which the database itself would write it, so that none is changed on the way. */
async function* readParts(
  db: Kysely<Schema>,
  { name, columns }: TableShape,
): AsyncGenerator<{ text: string; length: number }> {
  const values = columns.map((column) => sql`${sql.id(column.name)}::text`)
  await sql`declare backup_rows no scroll cursor for
    select json_build_array(${sql.join(values)})::text as row from ${sql.id(name)}`.execute(db)
  let [rows, length]: [string[], number] = [[], 0]
  for (;;) {
    const fetched = await sql<{ row: string }>`fetch ${sql.lit(FETCH)} from backup_rows`.execute(db)
    for (const { row } of fetched.rows) {
      rows.push(row)
      length += row.length
      if (length < PART_LENGTH) continue
      yield { text: `[${rows.join(',\n')}]`, length: rows.length }
      ;[rows, length] = [[], 0]
    }
    if (fetched.rows.length < FETCH) break
  }
  if (rows.length > 0) yield { text: `[${rows.join(',\n')}]`, length: rows.length }
  await sql`close backup_rows`.execute(db)
}

async function* smallEntry(name: string, content: Buffer, parts: ManifestPart[]): AsyncGenerator<Buffer> {
  const sha256 = createHash('sha256').update(content).digest('hex')
  parts.push({ name, bytes: content.length, sha256 })
  yield* tarEntry(name, content.length, [content])
}

/** False where the file is gone, swept since the snapshot or lost before, or is not what the database knows. */
async function* fileEntry(
  { id, digest }: FileOf,
  store: FileStore,
  parts: ManifestPart[],
): AsyncGenerator<Buffer, boolean> {
  const found = await store.open(id)
  if (!found) return false
  const hash = createHash('sha256')
  const name = FILES + id
  yield* tarEntry(name, found.size, hashed(found.stream, hash))
  const sha256 = hash.digest('hex')
  parts.push({ name, bytes: found.size, sha256 })
  return sha256 === digest
}

const toBuffer = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
