// Tests `npm run docs`: a description and a working example for every property of the configuration language.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIBRARY } from '../portals/library.ts'
import { someOf } from '../support/long-run.ts'
import { ROOT } from '../support/source-files.ts'

const LONG = 120_000
const made = mkdtempSync(join(tmpdir(), 'reference-'))
afterAll(() => rmSync(made, { recursive: true, force: true }))

function docs(out: string, portal?: string) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(ROOT, 'scripts/docs.ts'), '--out', out],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, ...(portal ? { PORTAL_DIR: portal } : {}) } },
  )
  return { status, stdout, stderr }
}

interface Row {
  readonly name: string
  readonly type: string
  readonly description: string
  readonly example: string
  readonly file: string
}

/** Rows of the tables whose last column is an example. */
function rowsOf(path: string): Row[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [name = '', type = '', description = '', last = ''] = line
        .slice(2, -2)
        .split(/(?<!\\) \| /)
        .map((cell) => cell.replaceAll('\\|', '|'))
      const [, , example = '', file = ''] = /^(`+)(.+)\1 \[[^\]]+\]\(([^)]+)\)$/.exec(last) ?? []
      return { name: name.replaceAll('`', ''), type, description, example, file }
    })
}

/** Names under `properties`, of all that a file of the language says; what is assembled says it again. */
function namesIn(schema: unknown, isNames = false): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => namesIn(one))
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, inner]) => [
    ...(isNames && key !== '$schema' && key !== '$allow' ? [key] : []),
    ...namesIn(inner, !isNames && key === 'properties' && typeof inner === 'object'),
  ])
}

function languageNames(): string[] {
  const jsons = (folder: string) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.json') && !/^(page|action)\.schema/.test(path))
      .map((path) => JSON.parse(readFileSync(join(ROOT, folder, path), 'utf8')) as Record<string, unknown>)
  return [...jsons('schemas/config'), ...jsons('schemas/widgets').map(({ options }) => options)].flatMap(
    (one) => namesIn(one),
  )
}

const own = join(made, 'own.md')
let rows: readonly Row[] = []
beforeAll(() => {
  const { status, stderr } = docs(own)
  expect(stderr).not.toContain('还缺')
  expect(status).toBe(0)
  rows = rowsOf(own)
}, LONG)

test('npm run docs writes a row for every property of every schema', () => {
  const count = (names: readonly string[]) => {
    const counts: Record<string, number> = {}
    for (const name of names) counts[name] = (counts[name] ?? 0) + 1
    return counts
  }
  const said = count(rows.map(({ name }) => name.slice(name.lastIndexOf('.') + 1)))
  const wanted = count(languageNames())
  expect(Object.keys(wanted).length).toBeGreaterThan(300)
  expect(Object.entries(wanted).filter(([name, times]) => (said[name] ?? 0) < times)).toEqual([])
})

test('every row of the reference has a type, a Chinese description and an example', () => {
  expect(rows.length).toBeGreaterThan(800)
  const isWhole = ({ type, description, example }: Row) =>
    type !== '' && /[\u4e00-\u9fff]/.test(description) && example !== ''
  expect(rows.filter((row) => !isWhole(row))).toEqual([])
})

test('every example of the reference occurs in the configuration file that its row links', () => {
  const texts = new Map<string, string>()
  const compact = (file: string) => {
    const path = join(dirname(own), file)
    const text = texts.get(path) ?? JSON.stringify(JSON.parse(readFileSync(path, 'utf8')))
    texts.set(path, text)
    return text
  }
  const stray = rows.filter(({ example, file }) => {
    const written = example.replace(/ …$/, '').replace(/^("[^"]+"): /, '$1:')
    return !compact(file).includes(written)
  })
  expect(stray).toEqual([])
})

test.each(['cells', 'inputs', 'filters', 'sections'])(
  'the reference names every widget of the family %s',
  (family) => {
    const text = readFileSync(own, 'utf8')
    const names = readdirSync(join(ROOT, 'schemas/widgets', family)).map((file) => file.split('.')[0])
    expect(names.filter((name) => !text.includes(`（\`${name}\`）`))).toEqual([])
  },
)

test('the reference lists every expression root, condition and x- annotation', () => {
  const names = rows.map(({ name }) => name)
  for (const root of ['item', 'query', 'params', 'user', 'form', 'zone']) expect(names).toContain(root)
  const text = readFileSync(own, 'utf8')
  for (const word of ['ne', 'gt', 'gte', 'lt', 'lte', 'empty', 'all', 'any', 'not'])
    expect(text).toMatch(new RegExp(`^\\| \`(\\.\\*\\.)?${word}\``, 'm'))
  const common = JSON.parse(readFileSync(join(ROOT, 'schemas/config/common.schema.json'), 'utf8'))
  const keys = Object.keys(common.$defs.fieldSchema.properties).filter((key) => key.startsWith('x-'))
  expect(keys.length).toBeGreaterThan(20)
  expect(keys.filter((key) => !names.includes(key))).toEqual([])
})

test('schemas/REFERENCE.md equals the output of npm run docs, and its links lead to files', () => {
  const links = (text: string) => text.replaceAll(/\]\([^)]*\)/g, ']')
  const kept = readFileSync(join(ROOT, 'schemas/REFERENCE.md'), 'utf8')
  expect(links(kept)).toBe(links(readFileSync(own, 'utf8')))
  const files = rowsOf(join(ROOT, 'schemas/REFERENCE.md')).map(({ file }) => join(ROOT, 'schemas', file))
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

/** Each writes the reference anew, of another portal: everyday runs take one. */
const OTHERS: Record<string, () => void> = {}

OTHERS['of another portal its own examples come first'] = () => {
  const out = join(made, 'library.md')
  const { status } = docs(out, LIBRARY)
  expect(status).toBe(0)
  const { example } = rowsOf(out).find(({ name }) => name === 'storagePrefix') as Row
  expect(example).toBe('"storagePrefix": "library"')
  expect(rowsOf(out).map(({ name }) => name)).toContain('prefix')
  expect(rowsOf(out)).toHaveLength(rows.length + 1)
}

OTHERS['a portal that the check refuses gives no examples'] = () => {
  const broken = join(made, 'broken')
  cpSync(LIBRARY, broken, { recursive: true })
  const file = join(broken, 'pages-config/book/list.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"book.list"', '"book.lists"'))
  const out = join(made, 'broken.md')
  const { status, stderr } = docs(out, broken)
  expect(status).toBe(1)
  expect(stderr).toContain('未通过检查')
  expect(stderr).toContain('book.lists')
  expect(existsSync(out)).toBe(false)
}

/** Gives a portal the language as its own, so that it can be changed. */
function withLanguage(portal: string): void {
  for (const path of readdirSync(portal, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.json')) continue
    const up = '../'.repeat(path.split('/').length - 1)
    const config = path.startsWith('schemas/') ? up.slice('../'.length) : `${up}schemas/`
    const text = readFileSync(join(portal, path), 'utf8')
    writeFileSync(join(portal, path), text.replace(/"(\.\.\/)+schemas\/config\//, `"${config}config/`))
  }
  for (const folder of ['config', 'widgets', 'common'])
    cpSync(join(ROOT, 'schemas', folder), join(portal, 'schemas', folder), { recursive: true })
}

OTHERS['a property that nobody describes, or nobody uses, is named'] = () => {
  const bare = join(made, 'bare')
  cpSync(LIBRARY, bare, { recursive: true })
  withLanguage(bare)
  const file = join(bare, 'schemas/config/site.schema.json')
  const schema = JSON.parse(readFileSync(file, 'utf8'))
  schema.properties.mascot = { type: 'string' }
  writeFileSync(file, JSON.stringify(schema))
  const { stderr } = docs(join(made, 'bare.md'), bare)
  expect(stderr).toContain('site mascot 没有说明')
  expect(stderr).toContain('site mascot 没有例子')
}

test.each(someOf(Object.entries(OTHERS), 1))(
  'npm run docs with another portal: %s',
  (_what, holds) => holds(),
  LONG,
)
