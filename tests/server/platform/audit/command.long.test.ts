// Tests the commands block-auditor and audit-verify on a database on disk: output and exit codes.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { appendAudit } from '#server/platform/audit/append-audit.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { BRIEF } from '../../../../scripts/lib/brief-process.ts'
import { IS_LONG } from '../../../support/long-run.ts'
import { ROOT } from '../../support/small-configuration.ts'
import { copyMigrated } from '../database/migrated.ts'

const run = promisify(execFile)
const dataDir = mkdtempSync(join(tmpdir(), 'equipnet-audit-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const command = (...words: string[]) =>
  run(process.execPath, [...BRIEF, ...words], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })
const verify = () => command('dist/server/audit-verify.js')
const block = (...words: string[]) => command('--import', 'tsx', 'scripts/block-auditor.ts', ...words)

test('block-auditor blocks an auditor and writes an audit entry; audit-verify names a changed row', async () => {
  await expect(verify()).rejects.toMatchObject({
    code: 1,
    stderr: `${dataDir} 中没有数据库：请用环境变量 DATA_DIR 指明数据目录\n`,
  })
  expect(readdirSync(dataDir)).toEqual([])
  await copyMigrated(dataDir)
  const database = await openDatabase({ dataDir })
  for (let count = 0; count < 5; count += 1)
    await appendAudit(database.db, { actor: 'a', action: 'trial', result: 'ok' }, new Date())
  const account = { name: '审核', passwordHash: '!' }
  for (const role of ['auditor', 'operator'] as const)
    await database.db
      .insertInto('account')
      .values({ ...account, id: role, userName: role, role })
      .execute()
  await database.close()
  if (IS_LONG) {
    expect((await verify()).stdout).toContain('审计日志完整：5 条已校验')
    await expect(block('operator', '离岗')).rejects.toMatchObject({
      code: 1,
      stderr: '没有名为 operator 的在用审核账号\n',
    })
  }
  expect((await block('auditor', '离岗')).stdout).toBe('审核账号 auditor 已停用\n')
  expect((await verify()).stdout).toContain('审计日志完整：6 条已校验')

  const closed = await openDatabase({ dataDir })
  const states = await closed.db
    .selectFrom('account')
    .select(['id', 'status', 'blockReason'])
    .orderBy('id')
    .execute()
  expect(states).toEqual([
    { id: 'auditor', status: 'blocked', blockReason: '离岗' },
    { id: 'operator', status: 'active', blockReason: null },
  ])
  await sql`alter table audit disable trigger audit_is_append_only`.execute(closed.db)
  await sql`update audit set actor = 'b' where id = 3`.execute(closed.db)
  await closed.close()
  await expect(verify()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('编号 3，') })
}, 120_000)
