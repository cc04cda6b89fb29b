// Owns closing an auditor's account on the server, which operators cannot: `npx tsx scripts/block-auditor.ts <user name> <reason>`.
import { appendAudit } from '../src/server/audit/append-audit.ts'
import { migrate } from '../src/server/database/migrate.ts'
import { openDatabase } from '../src/server/database/open-database.ts'
import { requireData } from '../src/server/database/require-data.ts'
import { deleteSessions } from '../src/server/session/session-store.ts'
import { readSettings } from '../src/server/settings.ts'

async function run(userName: string | undefined, reason: string | undefined): Promise<void> {
  if (!userName || !reason) throw new Error('用法：npx tsx scripts/block-auditor.ts <用户名> <原因>')
  const settings = readSettings(process.env)
  requireData(settings)
  const { databaseUrl, dataDir } = settings
  const database = await openDatabase({ ...(databaseUrl ? { url: databaseUrl } : {}), dataDir })
  try {
    await migrate(database.db)
    const now = new Date()
    await database.db.transaction().execute(async (transaction) => {
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
  } finally {
    await database.close()
  }
}

run(process.argv[2], process.argv[3]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
