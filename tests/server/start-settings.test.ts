// Tests what a server process does with its settings at the start, as an operator sees it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ROOT } from '../support/source-files.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'equipnet-settings-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('a server in production without PUBLIC_URL ends with one line and makes nothing', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/server/main.js'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir, PORT: '0' },
  })
  expect(status).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^设置 PUBLIC_URL 应为[^\n]+\n$/)
  expect(readdirSync(dataDir)).toEqual([])
})
