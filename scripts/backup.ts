// Runs `npm run backup -- <file>`: backs up database and files consistently, of a running portal too.
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { openFileStore } from '#server/files/open-file-store.ts'
import { addressOf, openDatabase } from '#server/platform/database/open-database.ts'
import { requireData } from '#server/platform/database/require-data.ts'
import { readSettings } from '#server/platform/settings.ts'
import { toLine } from '#server/platform/system-error.ts'
import { requestBackup } from '#server/transfer/backup/backup-socket.ts'
import { readArchive } from '#server/transfer/backup/read-archive.ts'
import { writeArchive } from '#server/transfer/backup/write-archive.ts'
import { readArguments } from './lib/read-arguments.ts'

const USAGE = '用法：npm run backup -- 备份文件.tar.gz（门户可以正在运行）'

async function run(): Promise<void> {
  const file = readArguments(USAGE, { allowPositionals: true }).positionals[0]
  if (!file) throw new Error(USAGE)
  if (existsSync(file)) throw new Error(`${file} 已存在，没有备份：请换一个文件名`)
  const unfinished = `${file}.part`
  try {
    await writeFile(unfinished)
    const { head, manifest } = await readArchive(unfinished)
    await rename(unfinished, file)
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
    const tables = head.tables.length
    console.log(`备份完成并已核对：${tables} 张表 ${rows} 行，${manifest.files} 个文件，保存在 ${file}`)
    if (manifest.missing.length > 0)
      console.error(`注意：${manifest.missing.length} 个文件已缺失或已被改动：${manifest.missing.join('、')}`)
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function writeFile(path: string): Promise<void> {
  const settings = readSettings(process.env)
  const { databaseUrl, dataDir } = settings
  const save = (archive: AsyncIterable<Uint8Array>): Promise<void> =>
    pipeline(
      Readable.from(archive),
      createGzip(),
      createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }),
    )
  const running = databaseUrl ? null : await requestBackup(dataDir)
  if (running) return save(running)
  requireData({ databaseUrl, dataDir })
  const database = await openDatabase(addressOf(settings))
  const files = await openFileStore(settings)
  await save(writeArchive(database.db, files)).finally(() => database.close())
}

run().catch((error: unknown) => {
  console.error(toLine(error))
  process.exitCode = 1
})
