// Tests `npm run check` of a portal with custom handlers and widgets: handlers, widgets, sample files.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Problem } from '#config/load/problem.ts'
import { loadConfiguration } from '#config/pipeline/check-configuration.ts'
import { checkFolder } from '../../scripts/lib/check-folder.ts'
import { LIBRARY } from '../portals/library.ts'
import { ROOT } from '../support/source-files.ts'

let portal: string
beforeEach(() => {
  portal = mkdtempSync(join(tmpdir(), 'equipnet-check-'))
  for (const name of ['pages-config', 'schemas', 'handlers', 'widgets'])
    cpSync(join(LIBRARY, name), join(portal, name), { recursive: true })
  const language = relative(join(portal, 'schemas/api'), join(ROOT, 'schemas/config'))
  change('schemas/api/shelf.json', (text) => text.replace(/[./]*schemas\/config/, language))
})
afterEach(() => rmSync(portal, { recursive: true, force: true }))

function change(path: string, edit: (text: string) => string): void {
  mkdirSync(dirname(join(portal, path)), { recursive: true })
  writeFileSync(join(portal, path), edit(readFileSync(join(portal, path), 'utf8')))
}

// biome-ignore lint/suspicious/noExplicitAny: files of the configuration, of which each test knows the part it changes
function changeJson(path: string, edit: (value: any) => void): void {
  change(path, (text) => {
    const value = JSON.parse(text)
    edit(value)
    return JSON.stringify(value, null, 2)
  })
}

interface Checked {
  readonly status: number | null
  readonly problems: readonly Problem[]
}

/** By the command. */
function runCheck(): Checked {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(ROOT, 'scripts/check.ts'), '--format', 'json'],
    { cwd: ROOT, env: { ...process.env, PORTAL_DIR: portal }, encoding: 'utf8' },
  )
  return { status, problems: JSON.parse(stdout) as readonly Problem[] }
}

/** As the command does, in this process. */
async function check(): Promise<Checked> {
  const result = await loadConfiguration(portal)
  const problems = result.ok ? await checkFolder(portal, result.model) : result.problems
  return { status: problems.some(({ severity }) => severity === 'error') ? 1 : 0, problems }
}
const errors = ({ problems }: Checked) =>
  problems.filter(({ severity }) => severity === 'error').map(({ slug, file }) => [slug, file])

const HANDLER = 'handlers/shelf.ts'

test('check: a portal with valid handlers and widgets passes', () => {
  const result = runCheck()
  expect([result.status, errors(result)]).toEqual([0, []])
})

test.each<readonly [string, () => void, readonly (readonly [string, string])[]]>([
  [
    'a missing handler file',
    () => rmSync(join(portal, HANDLER)),
    [
      ['operation_handler', 'schemas/api/shelf.json'],
      ['operation_handler', 'schemas/api/shelf.json'],
    ],
  ],
  [
    'a missing export',
    () => change(HANDLER, (text) => text.replace('export const handlers', 'const handlers')),
    [['handler_refused', HANDLER]],
  ],
  [
    'another version of the door',
    () => change(HANDLER, (text) => text.replace('DOOR = 1', 'DOOR = 2')),
    [['handler_refused', HANDLER]],
  ],
  [
    'a handler that does not compile',
    () => change(HANDLER, (text) => `${text}\nconst = 1`),
    [['handler_refused', HANDLER]],
  ],
  [
    'a handler of the program',
    () => change(HANDLER, (text) => text.replace("'shelf.count'", "'auth.login'")),
    [['handler_refused', 'handlers']],
  ],
  [
    'a widget without a component',
    () => change('widgets/cells/call-number.tsx', (text) => text.replace('export function', 'function')),
    [['widget_refused', 'widgets/cells/call-number.tsx']],
  ],
  [
    'a widget that does not compile',
    () => change('widgets/cells/call-number.tsx', (text) => `${text}\nconst = 1`),
    [['widget_refused', 'widgets/cells/call-number.tsx']],
  ],
])('check: %s is an error', async (_, spoil, expected) => {
  spoil()
  const result = await check()
  expect(result.status).toBe(1)
  expect(errors(result)).toEqual(expected)
})

test('check: a renamed handler reports operation_handler and handler_unused with the nearest names', async () => {
  change(HANDLER, (text) => text.replace("'shelf.count'", "'shelf.counts'"))
  const { problems } = await check()
  const own = problems.filter(({ slug }) => /^(operation_handler|handler_unused)$/.test(slug))
  expect(own.map(({ slug, found, nearest, line }) => [slug, found, nearest, line > 1])).toEqual([
    ['operation_handler', 'shelf.count', 'shelf.counts', true],
    ['handler_unused', 'shelf.counts', 'shelf.count', true],
  ])
})

test('check: a sample file whose content contradicts its extension reports sample_file_refused', async () => {
  mkdirSync(join(portal, 'schemas/samples/files'), { recursive: true })
  writeFileSync(join(portal, 'schemas/samples/files/paper.pdf'), 'no document')
  changeJson('schemas/content/book.json', ({ fields }) => {
    fields.properties.paper = {
      type: 'array',
      title: '附件',
      maxItems: 1,
      items: { $ref: '../common/file.schema.json' },
      'x-widget': 'upload',
      'x-options': { accept: ['pdf'], maxSize: 5 },
    }
  })
  changeJson('schemas/samples/book.json', ({ items }) => {
    items[0].paper = ['@file:paper.pdf']
    items[0]._owner = 'demo-librarian'
  })
  const result = await check()
  expect(errors(result)).toEqual([['sample_file_refused', 'schemas/samples/book.json']])
  expect(result.problems[0]?.message).toContain('与扩展名不符')
})

test('check: a $schema that points to no file is a warning with the correct path', () => {
  change('schemas/api/shelf.json', (text) =>
    text.replace(/"\$schema": "[^"]*"/, '"$schema": "../config/api.schema.json"'),
  )
  const wrong = runCheck().problems.find(
    ({ slug, file }) => slug === 'schema_reference' && file.endsWith('shelf.json'),
  )
  expect(join(portal, 'schemas/api', wrong?.expected ?? '')).toBe(
    join(ROOT, 'schemas/config/api.schema.json'),
  )
  expect([wrong?.severity, wrong?.line]).toEqual(['warning', 2])
})

test('check: hooks of an unknown type and of an unknown name report hook_type and hook_name with the nearest names', async () => {
  const hooks =
    'export const hooks = { laon: { afterPersist() {} }, loan: { afterPersit() {}, afterRead() {} } }'
  change(HANDLER, (text) => `${text}\n${hooks}\n`)
  const { status, problems } = await check()
  expect(status).toBe(1)
  const own = problems.filter(({ slug }) => slug.startsWith('hook_'))
  expect(own.map(({ slug, file, found, nearest, line }) => [slug, file, found, nearest, line > 1])).toEqual([
    ['hook_type', HANDLER, 'laon', 'loan', true],
    ['hook_name', HANDLER, 'afterPersit', 'afterPersist', true],
  ])
})

test('check: a file with hooks alone passes, and a hook in two files is refused', async () => {
  const text = 'export const DOOR = 1\nexport const hooks = { loan: { afterPersist() {} } }\n'
  writeFileSync(join(portal, 'handlers/loan.ts'), text)
  expect(errors(await check())).toEqual([])
  writeFileSync(join(portal, 'handlers/more.ts'), text)
  expect(errors(await check())).toEqual([['handler_refused', 'handlers/more.ts']])
})
