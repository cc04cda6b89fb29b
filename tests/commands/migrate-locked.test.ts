// Tests that `npm run migrate` says how to go on where the portal runs and keeps the built-in database to itself.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { takeDataLock } from '#server/platform/database/pglite/data-lock.ts'
import { ROOT } from '../support/source-files.ts'

const data = mkdtempSync(join(tmpdir(), 'equipnet-migrate-locked-'))
afterAll(() => {
  for (const path of [data, `${data}.lock`]) rmSync(path, { recursive: true, force: true })
})

test('npm run migrate: while the portal runs, it names the property that makes the portal migrate', async () => {
  mkdirSync(join(data, 'pglite'))
  const lock = await takeDataLock(data, () => {})
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/migrate.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: data,
      PORTAL_DIR: join(ROOT, 'tests', 'portals', 'library'),
    },
  })
  lock.release()
  expect(status).toBe(1)
  expect(stderr).toContain(`正被进程 ${process.pid} 使用`)
  expect(stderr).toContain('在迁移文件中写入 "confirmed": "确认码" 后随即执行')
})
