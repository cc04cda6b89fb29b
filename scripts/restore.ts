// Runs `npm run restore -- <file>`: restores a backup into an empty portal, or with --replace into any stopped one.
import { existsSync } from 'node:fs'
import { openFileStore } from '#server/files/open-file-store.ts'
import { addressOf, openDatabase } from '#server/platform/database/open-database.ts'
import { readSettings } from '#server/platform/settings.ts'
import { toLine } from '#server/platform/system-error.ts'
import { restoreArchive } from '#server/transfer/backup/restore-archive.ts'
import { readArguments } from './lib/read-arguments.ts'

const USAGE = '用法：npm run restore -- 备份文件.tar.gz [--replace]（请先停止门户）'

async function run(): Promise<void> {
  const options = { replace: { type: 'boolean', default: false } } as const
  const { values, positionals } = readArguments(USAGE, { allowPositionals: true, options })
  const [file] = positionals
  if (!file) throw new Error(USAGE)
  if (!existsSync(file)) throw new Error(`没有找到备份文件 ${file}`)
  const settings = readSettings(process.env)
  const files = await openFileStore(settings)
  await files.check()
  const database = await openDatabase({ ...addressOf(settings), poolSize: 1 })
  try {
    const { rows, manifest, audit } = await restoreArchive(file, {
      database,
      files,
      replace: values.replace,
    })
    console.log(`恢复完成：${rows} 行，${manifest.files} 个文件`)
    if (audit.ok) console.log(`审计日志完整：${audit.entries} 条已校验`)
    else console.error('注意：备份中的审计日志不完整，请运行 npm run audit:verify 查看')
  } finally {
    await database.close()
  }
}

run().catch((error: unknown) => {
  console.error(toLine(error))
  process.exitCode = 1
})
