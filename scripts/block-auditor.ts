// Blocks an auditor's account on the server, which operators cannot do: `npx tsx scripts/block-auditor.ts <user name>
// <reason>`.

import { deleteSessions } from '#server/identity/sessions/session-store.ts'
import { appendAudit } from '#server/platform/audit/append-audit.ts'
import { withData } from './lib/with-data.ts'

const [userName, reason] = process.argv.slice(2)

withData(async (db) => {
  if (!userName || !reason) throw new Error('用法：npx tsx scripts/block-auditor.ts <用户名> <原因>')
  const now = new Date()
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('account')
      .set({ status: 'blocked', blockReason: reason, updatedAt: now })
      .where((eb) => eb.and({ userName, role: 'auditor', status: 'active' }))
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new Error(`没有名为 ${userName} 的在用审核账号`)
    await deleteSessions(transaction, row.id)
    const entry = { actor: null, action: 'users.block', target: row.id, result: 'ok' } as const
    await appendAudit(transaction, { ...entry, detail: { reason } }, now)
  })
  console.log(`审核账号 ${userName} 已停用`)
})
