// Runs `npm run audit:verify`: reports if the audit log is complete, or at which entry it is broken; with the name of a
// file, the same of an exported file, for which no database is needed.
import { readFileSync } from 'node:fs'
import { verifyAudit } from '#server/platform/audit/verify-audit.ts'
import { verifyExport } from '#server/platform/audit/verify-export.ts'
import { withData } from './lib/with-data.ts'

function toVerdict({ entries, unchained }: { readonly entries: number; readonly unchained: number }): string {
  const sealed = unchained > 0 ? `；另有 ${unchained} 条不在校验链中的旧记录，自封存以来未被改动` : ''
  return `审计日志完整：${entries} 条已校验${sealed}`
}

function verifyFile(name: string): void {
  const verdict = verifyExport(readFileSync(name, 'utf8'))
  if (verdict.ok) {
    const { entries, linked, exportedAt } = verdict
    console.log(`文件完整：${entries} 条与校验值相符，其中 ${linked} 条与前一条相连；导出于 ${exportedAt}`)
    return
  }
  console.error(`文件被改动：第 ${verdict.line} 行，${verdict.reason}`)
  process.exitCode = 1
}

const [file] = process.argv.slice(2)
if (file !== undefined) verifyFile(file)
else
  withData(async (db) => {
    const verdict = await verifyAudit(db)
    if (verdict.ok) return console.log(toVerdict(verdict))
    const { id, lane, position, reason } = verdict
    const row = id === null ? '' : `编号 ${id}`
    const place = lane === null ? '' : `第 ${lane} 列第 ${position} 条`
    console.error(`审计日志被改动：${[row, place].filter(Boolean).join('，')}，${reason}`)
    process.exitCode = 1
  })
