// Tests the SDK of a portal's own widgets and handlers: exported names, accepted and refused files.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readFolder } from '#config/load/read-folder.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { loadPortalCode, toPortalCode, withPortalHandlers } from '#server/configuration/portal-code.ts'
import { readSettings } from '#server/platform/settings.ts'
import { Failure } from '#shared/calls/errors.ts'
import { findOwnWidgets } from '../../scripts/lib/portal-widgets.ts'
import { LIBRARY } from '../portals/library.ts'
import { someOf } from '../support/long-run.ts'
import { ROOT } from '../support/source-files.ts'

const WIDGET = 'export const DOOR = 1\nexport const Seal = () => null\n'
const SCHEMA = '{ "family": "cell", "title": "印章", "accepts": ["text"] }'
const handle = async () => null

let portal: string
beforeEach(() => {
  portal = mkdtempSync(join(tmpdir(), 'equipnet-extension-'))
})
afterEach(() => rmSync(portal, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(portal, path)), { recursive: true })
  writeFileSync(join(portal, path), text)
}

/** Portals import these by name: a name may be added, and none may go within a version. */
const SDK_NAMES = {
  'src/sdk/widget.ts': [
    [
      'AppLink',
      'Button',
      'Card',
      'CellProps',
      'Column',
      'Empty',
      'Filter',
      'FilterProps',
      'Icon',
      'InputProps',
    ],
    [
      'Item',
      'ItemLink',
      'Section',
      'SectionFrame',
      'SectionProps',
      'Tag',
      'VERSION',
      'controlProps',
      'groupProps',
    ],
    [
      'keyed',
      'labelOf',
      'listOf',
      'optionsIn',
      'toDate',
      'toDateTime',
      'toFigure',
      'toText',
      'useDictionary',
    ],
    ['useRead', 'useSectionRead', 'useSession'],
  ].flat(),
  'src/sdk/handler.ts': [
    ['Call', 'DEFAULT_PAGE_SIZE', 'Engine', 'Failure', 'Handler', 'Handlers', 'Hooks', 'Item', 'Paged'],
    ['PortalTypes', 'Reader', 'StoredItem', 'SystemEngine', 'TypeHooks', 'TypeName', 'VERSION'],
    ['WriteHookCall', 'publicItems', 'publicStatesOf', 'sql'],
  ].flat(),
}

test.each(Object.entries(SDK_NAMES))('%s exports every name of its SDK version', (path, names) => {
  const { module } = parseSync(path, readFileSync(join(ROOT, path), 'utf8'))
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName }) => exportName.name),
  )
  expect(names.filter((name) => !exported.includes(name))).toEqual([])
})

describe('a widget of a portal', () => {
  test('is found by its folder and its name', () => {
    expect(findOwnWidgets(LIBRARY).map(({ family, name }) => `${family}/${name}`)).toEqual([
      'cells/call-number',
      'sections/shelf-count',
    ])
    expect(findOwnWidgets(portal)).toEqual([])
  })
  test.each([
    ['cells/seal.tsx', WIDGET.replace('1', '2'), '为第 2 版扩展接口编写，本程序提供第 1 版'],
    ['cells/seal.tsx', 'export const Seal = () => null', '为第 ？ 版扩展接口编写'],
    ['cells/money.tsx', WIDGET, '程序已有同名的组件'],
    ['cells/Seal.tsx', WIDGET, '文件名只用小写字母'],
    ['cells/stamp.tsx', WIDGET, '缺少 schemas/widgets/cells/stamp.schema.json'],
  ])('%s is refused: %s', (path, text, words) => {
    write(`widgets/${path}`, text)
    write('schemas/widgets/cells/seal.schema.json', SCHEMA)
    expect(() => findOwnWidgets(portal)).toThrow(words)
    expect(() => findOwnWidgets(portal)).toThrow(`widgets/${path}`)
  })
  test('is built in the folder of its portal, and widgets of the program in dist/portal', () => {
    expect(readSettings({ PORTAL_DIR: LIBRARY }).built).toBe(join(LIBRARY, 'dist', 'portal'))
    expect(readSettings({}).built).toBe(join(ROOT, 'dist', 'portal'))
  })
})

describe('a handler of a portal', () => {
  const file = (module: Readonly<Record<string, unknown>>) => [{ file: 'handlers/seal.ts', module }]

  test('serves its operation and receives the engine, and the caller as `caller` and as `asker`', async () => {
    const answer = async (call: object) => call
    const own = toPortalCode(file({ DOOR: 1, handlers: { 'seal.set': answer } })).handlers
    const all = withPortalHandlers({ 'auth.login': handle }, own)
    expect(Object.keys(all)).toEqual(['auth.login', 'seal.set'])
    const caller = { id: 'a', role: 'reader' }
    const services = { engine: () => 'the engine' }
    const call = { caller, services }
    expect(await all['seal.set']?.(call as never)).toEqual({ ...call, asker: caller, engine: 'the engine' })
  })
  test.each([
    [{ handlers: {} }, '为第 ？ 版扩展接口编写，本程序提供第 1 版'],
    [{ DOOR: 1 }, '没有导出 handlers'],
    [{ DOOR: 1, handlers: { 'seal.set': 'no' } }, '的处理程序应为函数'],
  ])('is refused: %j', (module, words) => {
    expect(() => toPortalCode(file(module))).toThrow(words)
  })
  test('is refused when another handler or the program serves its operation', () => {
    const module = { DOOR: 1, handlers: { 'seal.set': handle } }
    expect(() => toPortalCode([...file(module), ...file(module)])).toThrow('已有另一个处理程序')
    expect(() => withPortalHandlers({ 'seal.set': handle }, module.handlers)).toThrow('由程序处理')
  })
  test('is loaded only after a build; a portal without handlers needs no build', async () => {
    expect(await loadPortalCode(portal)).toEqual({ handlers: {}, hooks: new Map() })
    write('handlers/seal.ts', '')
    await expect(loadPortalCode(portal)).rejects.toThrow('请先运行 npm run build')
  })
  test('may throw a Failure of another build, which the server recognises as a Failure', () => {
    const elsewhere: unknown = Object.assign(new Error(''), { [Symbol.for('equipnet.Failure')]: true })
    expect(elsewhere instanceof Failure).toBe(true)
    expect(new Failure('NOT_FOUND') instanceof Failure).toBe(true)
    for (const other of [new Error(''), null, undefined, 'NOT_FOUND', {}])
      expect((other as unknown) instanceof Failure).toBe(false)
  })
})

describe('npm run new', () => {
  const run = (words: readonly string[], own = portal) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'scripts/new.ts', ...words], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, PORTAL_DIR: own },
    })

  test('writes widgets and a handler that pass the check and compile', () => {
    rmSync(portal, { recursive: true })
    expect(run(['portal', portal], '').status).toBe(0)
    const names = someOf(['cells/seal', 'filters/seal', 'inputs/seal', 'sections/seal'], 2)
    for (const name of names) expect(run(['widget', name]).stderr, name).toBe('')
    expect(run(['handler', 'seal']).stderr).toBe('')
    expect(findOwnWidgets(portal)).toHaveLength(names.length)
    const checked = checkConfiguration(readFolder(portal))
    expect(checked.ok ? checked.warnings : checked.problems).toEqual([])
    const compiled = spawnSync(join(ROOT, 'node_modules', '.bin', 'tsc'), ['--noEmit', '-p', portal], {
      encoding: 'utf8',
    })
    expect(compiled.stdout).toBe('')
  })
  test('refuses invalid names, existing files and the folder of the program', () => {
    const misnamed = [
      ['widget', 'cells/Seal'],
      ['widget', 'seal'],
      ['handler', 'a-b'],
    ] as const
    for (const words of someOf(misnamed, 1))
      expect(run(words).stderr).toContain(`用法：npm run new -- ${words[0]}`)
    expect(run(['widget', 'cells/seal'], ROOT).stderr).toContain('PORTAL_DIR')
    write('widgets/cells/seal.tsx', 'mine')
    expect(run(['widget', 'cells/seal']).stderr).toContain('widgets/cells/seal.tsx 已存在')
  })
})
