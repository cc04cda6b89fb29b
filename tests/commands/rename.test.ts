// Tests `npm run rename` and `npm run impact` on a copy of an example portal, through the command line.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import { ROOT } from '../support/source-files.ts'

const parent = mkdtempSync(join(tmpdir(), 'equipnet-rename-neighbours-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

/** A copy of the portal of neighbours, with the commands on it. */
function copyPortal() {
  const folder = mkdtempSync(join(parent, 'portal-'))
  cpSync(join(ROOT, 'tests', 'portals', 'neighbours'), folder, { recursive: true })
  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'scripts/rename.ts', ...words], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, PORTAL_DIR: folder },
    })
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const apply = (...words: readonly string[]) => {
    const { status, stdout, stderr } = run(...words, '--apply')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return stdout
  }
  const migrations = () => readdirSync(join(folder, 'schemas/migrations')).sort()
  const problems = async () => {
    const result = await loadConfiguration(folder)
    return result.ok ? [] : result.problems.map(({ file, message }) => `${file} ${message}`)
  }
  return { run, apply, read, write, migrations, problems }
}

describe('npm run rename: every reference follows', () => {
  test('in sums of dates, in conditions of transitions, in values taken from another item', async () => {
    const portal = copyPortal()
    portal.apply('field', 'loan.startsOn', 'beginsOn')
    portal.apply('field', 'loan.price', 'cost')
    portal.apply('type', 'tool', 'device')
    const loan = portal.read('schemas/content/loan.json')
    expect(loan).toContain('"notAfter": "form.beginsOn+form.longestLoan"')
    expect(loan).toContain('"x-from": "tool.longestLoan"')
    expect(loan).toContain('"x-ref": "device"')
    expect(portal.read('schemas/lifecycles/loan.json')).toContain('"item.cost": { "lte": 500 }')
    expect(await portal.problems()).toEqual([])
  })

  test('in the parameter of a page that fills in the field, and in the links to that page', async () => {
    const portal = copyPortal()
    portal.apply('field', 'loan.tool', 'device')
    expect(portal.read('pages-config/loan/request.json')).toContain('"params": { "device":')
    expect(portal.read('pages-config/tool/detail.json')).toContain('"params": { "device": "{item.id}" }')
    expect(await portal.problems()).toEqual([])
  })

  test('the heading of a type is named where it was the field “title” by its name alone', async () => {
    const portal = copyPortal()
    portal.apply('field', 'tool.title', 'model')
    expect(portal.read('schemas/content/tool.json')).toContain('"heading": "model"')
    expect(await portal.problems()).toEqual([])
  })
})

test('npm run rename: a confirmed migration stays as it is, and the next one is applied after it', async () => {
  const portal = copyPortal()
  const said = portal.apply('field', 'loan.startsOn', 'beginsOn')
  const [first = ''] = portal.migrations()
  const code = /"confirmed": "([0-9a-f]{12})"/.exec(said)?.[1]
  expect(said).toContain('门户正在运行：在该文件中写入')
  const file = `schemas/migrations/${first}`
  portal.write(file, portal.read(file).replace('"steps"', `"confirmed": "${code}",\n  "steps"`))
  expect(await portal.problems()).toEqual([])
  const confirmed = portal.read(file)
  portal.apply('type', 'loan', 'lending')
  portal.apply('field', 'lending.endsOn', 'returnsOn')
  expect(portal.read(file)).toBe(confirmed)
  expect(await portal.problems()).toEqual([])
  expect(portal.migrations().map((name) => /[a-z].*(?=\.json)/.exec(name)?.[0])).toEqual([
    'field-beginson',
    'type-lending',
    'field-returnson',
  ])
})

test('npm run rename: a field that is counted has no records, so no migration is written', async () => {
  const portal = copyPortal()
  expect(portal.apply('field', 'event.taken', 'booked')).toContain('无须迁移')
  expect(portal.migrations).toThrow('ENOENT')
  expect(await portal.problems()).toEqual([])
})

describe('npm run rename: the code of the portal', () => {
  const HANDLER =
    "export const handlers = {\n  late: ({ item }) => item.endsOn < '2026',\n  endsOnly: 1,\n}\n"

  test('is not changed, and the places that write the name are listed', () => {
    const portal = copyPortal()
    portal.write('handlers/loan.ts', HANDLER)
    portal.write('handlers/generated/portal.d.ts', 'endsOn')
    portal.write('widgets/cells/due.tsx', 'export const field = "endsOn"\n')
    const impact = portal.run('field', 'loan.endsOn', '--impact').stdout
    const places = [
      "handlers/loan.ts:2 late: ({ item }) => item.endsOn < '2026',",
      'widgets/cells/due.tsx:1 ',
    ]
    const said = portal.apply('field', 'loan.endsOn', 'returnsOn')
    for (const output of [impact, said]) {
      expect(output).toContain('门户自己的代码有 2 处写有 endsOn')
      for (const place of places) expect(output).toContain(place)
    }
    expect(said).toContain('改名不改动代码，请逐处查看')
    expect(portal.read('handlers/loan.ts')).toBe(HANDLER)
    expect(portal.read('handlers/generated/portal.d.ts')).toContain('returnsOn: string')
  })
})

describe('npm run impact', () => {
  test('lists every reference with its line, the definition first', () => {
    const { stdout } = copyPortal().run('field', 'loan.startsOn', '--impact')
    expect(stdout).toMatch(/^loan\.startsOn 定义于 schemas\/content\/loan\.json:16，共 5 处引用\n/)
    expect(stdout).toContain('"notAfter": "form.startsOn+form.longestLoan"')
    expect(stdout).not.toContain('相关')
  })
})

describe('npm run rename: a refusal', () => {
  test('names what remains with its files, and changes nothing', () => {
    const portal = copyPortal()
    const before = portal.read('schemas/forms/signIn.json')
    const { status, stderr } = portal.run('field', 'signIn.userName', 'account', '--apply')
    expect(status).toBe(1)
    expect(stderr).toContain('文件没有改动：改名之后仍有 1 处错误，在 pages-config/account/sign-in.json')
    expect(stderr).toContain('操作不接受“account”')
    expect(portal.read('schemas/forms/signIn.json')).toBe(before)
  })

  test('is given for a name that is there already', () => {
    expect(copyPortal().run('field', 'loan.startsOn', 'endsOn').stderr).toContain('已有 endsOn')
  })
})
