// Owns the case of `npm run audit:verify`: its words and its exit code, on a database that lies on disk.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { appendAudit } from '../../../src/server/audit/append-audit.ts'
import { migrate } from '../../../src/server/database/migrate.ts'
import { openDatabase } from '../../../src/server/database/open-database.ts'
import { ROOT } from '../support/small-configuration.ts'

const run = promisify(execFile)
const dataDir = mkdtempSync(join(tmpdir(), 'equipnet-audit-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const verify = () =>
  run(process.execPath, ['--import', 'tsx', 'scripts/audit-verify.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })

test('the command says that the log is whole, or which row was changed', async () => {
  await expect(verify()).rejects.toMatchObject({
    code: 1,
    stderr: `${dataDir} 中没有数据库：请用环境变量 DATA_DIR 指明数据目录\n`,
  })
  expect(readdirSync(dataDir)).toEqual([])
  const database = await openDatabase({ dataDir })
  await migrate(database.db)
  for (let count = 0; count < 5; count += 1)
    await appendAudit(database.db, { actor: 'a', action: 'trial', result: 'ok' }, new Date())
  await database.close()
  expect((await verify()).stdout).toContain('审计日志完整：5 条已校验')

  const again = await openDatabase({ dataDir })
  await sql`alter table audit disable trigger audit_is_append_only`.execute(again.db)
  await sql`update audit set actor = 'b' where id = 3`.execute(again.db)
  await again.close()
  await expect(verify()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('编号 3，') })
})
