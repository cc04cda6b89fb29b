// Owns `npm run audit:verify`: says whether the audit log is whole, and where it is not.
import { verifyAudit } from '../src/server/audit/verify-audit.ts'
import { migrate } from '../src/server/database/migrate.ts'
import { openDatabase } from '../src/server/database/open-database.ts'
import { requireData } from '../src/server/database/require-data.ts'
import { readSettings } from '../src/server/settings.ts'

function toLine({ entries, unchained }: { readonly entries: number; readonly unchained: number }): string {
  const sealed = unchained > 0 ? `；另有 ${unchained} 条不在校验链中的旧记录，自封存以来未被改动` : ''
  return `审计日志完整：${entries} 条已校验${sealed}`
}

async function run(): Promise<void> {
  const settings = readSettings(process.env)
  requireData(settings)
  const { databaseUrl, dataDir } = settings
  const database = await openDatabase({ ...(databaseUrl ? { url: databaseUrl } : {}), dataDir })
  try {
    await migrate(database.db)
    const verdict = await verifyAudit(database.db)
    if (verdict.ok) console.log(toLine(verdict))
    else {
      const { id, lane, position, reason } = verdict
      const row = id === null ? '' : `编号 ${id}`
      const place = lane === null ? '' : `第 ${lane} 列第 ${position} 条`
      console.error(`审计日志被改动：${[row, place].filter(Boolean).join('，')}，${reason}`)
      process.exitCode = 1
    }
  } finally {
    await database.close()
  }
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
