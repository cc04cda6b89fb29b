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

describe('npm run new -- page', () => {
  const warnings = async () => {
    const result = await loadConfiguration(folder)
    // Nothing leads to a page that was just written.
    const found = result.ok ? result.warnings : result.problems
    return found
      .filter(({ slug }) => !slug.endsWith('_unused'))
      .map(({ file, message }) => `${file} ${message}`)
  }

  test.each([
    ['shed/list', [], 'list', '棚'],
    ['shed/detail', [], 'detail', '棚详情'],
    ['shed/publish', [], 'form', '填写棚'],
    ['shed/compare', [], 'compare', '棚比对'],
    ['shed/rules', [], 'zone', '新页面'],
    ['shed/dashboard', [], 'dashboard', '统计'],
    ['tools/all', ['list', 'shed', '全部工具棚'], 'list', '全部工具棚'],
  ])('%s %j writes a page of the kind %s with the title %s', async (name, words, kind, title) => {
    if (name === 'shed/list') expect(run('new', 'content', 'shed', '棚').stderr).toBe('')
    const { stderr, stdout } = run('new', 'page', name, ...words)
    expect({ stderr, stdout }).toEqual({ stderr: '', stdout: expect.stringContaining(`（种类 ${kind}）`) })
    expect(read(`pages-config/${name}.json`)).toMatchObject({ kind, title })
    expect(await warnings()).toEqual([])
  })

  test('a list without a content type is refused, and the commands that help are named', () => {
    const { status, stderr } = run('new', 'page', 'barn/list')
    expect(status).toBe(1)
    expect(stderr).toContain('请先运行 npm run new -- content barn')
    expect(stderr).toContain('请写明种类 zone')
    expect(run('new', 'page', '').stderr).toContain('页面的种类不写时由名称看出')
  })
})

describe('npm run new: what it writes', () => {
  test('a content type says who may add', () => {
    expect(run('new', 'content', 'ladder', '梯子').stderr).toBe('')
    expect(read('schemas/content/ladder.json')).toMatchObject({
      title: '梯子',
      endpoints: { add: { at: 'POST /ladder/add', access: ['registered'] } },
    })
  })

  test('a handler names the file that it wrote, not one that is still to be written', () => {
    const { stdout } = run('new', 'handler', 'barn')
    expect(stdout).toContain('接口的地址与谁可调用写在 schemas/api/barn.json')
  })

  test('a zone and a page of sections hold no text that visitors would take for the portal’s', () => {
    expect(run('new', 'zone', 'meadow', '草地').stderr).toBe('')
    expect(
      JSON.stringify([read('zones-config/meadow.json'), read('pages-config/shed/rules.json')]),
    ).not.toMatch(/在这里写|一句话/)
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
