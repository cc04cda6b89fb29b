// Tests `npm run new` and `npm run rename` on a portal in a folder of its own, through the command line.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import { ROOT } from '../support/source-files.ts'

const parent = mkdtempSync(join(tmpdir(), 'equipnet-rename-'))
const folder = join(parent, 'garden')
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const run = (script: string, ...words: readonly string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', `scripts/${script}.ts`, ...words], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, PORTAL_DIR: folder },
  })
const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))
const problems = async () => {
  const result = await loadConfiguration(folder)
  return result.ok ? [] : result.problems.map(({ file, message }) => `${file} ${message}`)
}

beforeAll(() => {
  expect(run('new', 'portal', folder, '园艺小站').stderr).toBe('')
})

describe('npm run new -- content', () => {
  test('writes types with a lifecycle of the portal, titles of their own and the schemas of the program', async () => {
    for (const name of ['plant', 'tool']) expect(run('new', 'content', name).stderr).toBe('')
    const [plant, tool] = [read('schemas/content/plant.json'), read('schemas/content/tool.json')]
    expect([plant.title, tool.title]).toEqual(['新内容', '新内容 2'])
    expect(readdirSync(join(folder, 'schemas/lifecycles'))).toContain(`${plant.lifecycle}.json`)
    expect(join(folder, 'schemas/content', plant.$schema)).toBe(
      join(ROOT, 'schemas/config/content-type.schema.json'),
    )
    expect(await problems()).toEqual([])
  })
})

describe('npm run rename', () => {
  test.each([
    ['role', 'member', 'gardener'],
    ['type', 'article', 'story'],
  ])('renames the %s %s to %s in all files, with a migration', async (kind, from, to) => {
    const planned = run('rename', kind, from, to)
    expect([planned.status, planned.stdout]).toEqual([0, expect.stringContaining('文件没有改动')])
    const { status, stderr } = run('rename', kind, from, to, '--apply')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(await problems()).toEqual([])
    const migration = readdirSync(join(folder, 'schemas/migrations')).find((file) =>
      file.includes(`-${kind}-`),
    )
    expect(read(`schemas/migrations/${migration}`).steps[0]).toEqual({ rename: kind, from, to })
  })

  test('refuses the name of another role', () => {
    expect(run('rename', 'role', 'gardener', 'editor').stderr).toContain('已有 editor')
  })
})
