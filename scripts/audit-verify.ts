// Runs `npm run audit:verify`: reports if the audit log is complete, or at which entry it is broken.
import { verifyAudit } from '#server/platform/audit/verify-audit.ts'
import { withData } from './lib/with-data.ts'

function toVerdict({ entries, unchained }: { readonly entries: number; readonly unchained: number }): string {
  const sealed = unchained > 0 ? `；另有 ${unchained} 条不在校验链中的旧记录，自封存以来未被改动` : ''
  return `审计日志完整：${entries} 条已校验${sealed}`
}

withData(async (db) => {
  const verdict = await verifyAudit(db)
  if (verdict.ok) return console.log(toVerdict(verdict))
  const { id, lane, position, reason } = verdict
  const row = id === null ? '' : `编号 ${id}`
  const place = lane === null ? '' : `第 ${lane} 列第 ${position} 条`
  console.error(`审计日志被改动：${[row, place].filter(Boolean).join('，')}，${reason}`)
  process.exitCode = 1
})
