// Tests the trial of a renamed role: it says how many accounts have the role, and a migration moves them.

import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFolder } from '#config/load/read-folder.ts'
import { planRename } from '#config/tools/rename/plan-rename.ts'
import { planLines } from '#server/configuration/migration/describe-problem.ts'
import { runMigrationGuard } from '#server/configuration/migration/migration-guard.ts'
import { ROOT } from '../../../support/source-files.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const root = join(ROOT, 'tests', 'portals', 'neighbours')
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ root })
  for (const name of ['anna', 'bert']) await app.signIn(name, 'member')
}, 120_000)
afterAll(() => app?.close())

const membersOf = async (role: string) => {
  const rows = await app.services.db.selectFrom('account').select('id').where('role', '=', role).execute()
  return rows.length
}

test.each([true, false])(
  'migration of a renamed role: the accounts are counted (trial: %s)',
  async (isTrial) => {
    const plan = planRename(
      readFolder(root),
      { kind: 'role', in: '', name: 'member' },
      'neighbour',
      '2026-11-30',
    )
    if (!plan?.model) throw new Error('no plan')
    const count = await membersOf('member')
    const { runs, problems } = await runMigrationGuard(app.services, plan.model, {
      root,
      isConfirmed: true,
      isTrial,
    })
    expect(problems).toEqual([])
    expect(runs.flatMap(planLines)).toEqual([`第 1 步 "rename" role：${count} 个账号`])
    expect(count).toBeGreaterThanOrEqual(2)
    expect(await membersOf('neighbour')).toBe(isTrial ? 0 : count)
  },
)
