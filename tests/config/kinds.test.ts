// Tests the registries of page kinds, actions, cells and sections: files of each kind, generated tables.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ACTION_KINDS } from '#config/compile/actions/generated/action-kinds.ts'
import { PAGE_KINDS } from '#config/compile/pages/generated/page-kinds.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { generateKinds } from '#config/tools/generate-kinds.ts'
import { toWritten } from '#config/tools/generate-written-types.ts'
import { rowOfAddition } from '../support/addition-rows.ts'
import { portalFiles } from '../support/portal-files.ts'
import { readFiles } from '../support/source-files.ts'
import { baseFiles } from './language-case.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const LANGUAGE = portalFiles()
const base = await baseFiles()

/** Where the files of one kind lie; a star stands for its name. */
const FILES = {
  'kind of page': [
    'schemas/config/pages/*.schema.json',
    'src/shared/model/pages/*.ts',
    'src/config/compile/pages/kinds/*.ts',
    'src/portal/features/*/*-page.tsx',
  ],
  action: [
    'schemas/config/actions/*.schema.json',
    'src/config/compile/actions/kinds/*.ts',
    'src/portal/features/actions/buttons/*.tsx',
  ],
  cell: ['schemas/widgets/cells/*.schema.json', 'src/portal/widgets/cells/*.tsx'],
  section: ['schemas/widgets/sections/*.schema.json', 'src/portal/widgets/sections/*.tsx'],
} as const

const toPattern = (place: string) =>
  new RegExp(`^${place.replaceAll('.', '\\.').replace('/*/', '/[a-z0-9-]+/').replace('*', '([a-z0-9-]+)')}$`)

const paths = ['schemas/config', 'schemas/widgets', 'src'].flatMap((folder) =>
  readFiles(folder, /\.(tsx?|json)$/).map(({ path }) => path),
)

function namesAt(place: string): string[] {
  const pattern = toPattern(place)
  return paths.flatMap((path) => pattern.exec(path)?.[1] ?? []).sort()
}

describe.each(Object.entries(FILES))('extension point %s', (what, [schemas, ...others]) => {
  const found = namesAt(schemas)

  test.each(others)('has a file %s for each schema, and no other', (place) => {
    expect(namesAt(place)).toEqual(found)
  })
  test.each([schemas, ...others])('is documented with its file %s in the tables of additions', (place) => {
    const named = ['cell', 'section'].includes(what) ? 'widget' : what
    const row = rowOfAddition(named)
    const shown = place
      .replace('/*/', '/<feature>/')
      .replace('*', '<name>')
      .replace(/\/(cells|sections)\//, '/<family>/')
    expect(row).toContain(shown)
  })
})

test('the registries of page kinds and actions contain exactly the kinds with a schema', () => {
  expect(Object.keys(PAGE_KINDS).sort()).toEqual(namesAt('schemas/config/pages/*.schema.json'))
  expect(Object.keys(ACTION_KINDS).sort()).toEqual(namesAt('schemas/config/actions/*.schema.json'))
})

test('files that are generated from the language are current', async () => {
  const written = await toWritten(LANGUAGE)
  const generated = generateKinds(LANGUAGE).set('src/config/generated/written.ts', written)
  const stale = [...generated].filter(([path, text]) => {
    const file = join(ROOT, path)
    return !existsSync(file) || readFileSync(file, 'utf8') !== text
  })
  expect(stale.map(([path]) => path)).toEqual([])
})

test.each([
  ['page', namesAt('schemas/config/pages/*.schema.json')],
  ['action', namesAt('schemas/config/actions/*.schema.json')],
])('no file written by hand lists every kind of %s', (_, names) => {
  const lists = (text: string) => names.every((name) => new RegExp(`['"/]${name}['".-]`).test(text))
  const found = readFiles('src', /\.tsx?$/).filter(
    ({ text }) => !text.startsWith('// Generated') && lists(text),
  )
  expect(found.map(({ path }) => path)).toEqual([])
})

describe('added kind of page', () => {
  const added = new Map([
    ...base,
    [
      'schemas/config/pages/leaflet.schema.json',
      JSON.stringify({
        $id: 'equipnet:pages/leaflet',
        title: '单页',
        required: ['words'],
        properties: { words: { type: 'string', minLength: 1 } },
      }),
    ],
  ])
  const generated = generateKinds(added)
  const page = (own: object) => JSON.stringify({ $schema: '../schemas/config/page.schema.json', ...own })
  const slugsOf = (own: object) => {
    const files = new Map([...added, ...generated, ['pages-config/leaflet.json', page(own)]])
    for (const path of generated.keys()) if (path.startsWith('src/')) files.delete(path)
    const result = checkConfiguration(files)
    const problems = result.ok ? result.warnings : result.problems
    return problems.filter(({ file }) => file === 'pages-config/leaflet.json').map(({ slug }) => slug)
  }

  test('is imported by the generated registry from its own file', () => {
    expect(generated.get('src/config/compile/pages/generated/page-kinds.ts')).toContain(
      "import { KIND as leafletKIND } from '../kinds/leaflet.ts'",
    )
  })
  test('is validated by its own schema and by the schema of all pages', () => {
    const right = { kind: 'leaflet', path: '/leaflet', title: '单页' }
    expect(slugsOf({ ...right, words: 3 })).toEqual(['type_wrong'])
    expect(slugsOf({ ...right })).toEqual(['key_missing'])
    expect(slugsOf({ ...right, words: '好', columns: [] })).toEqual(['key_unknown'])
    expect(slugsOf({ ...right, kind: 'leaflets', words: '好' })).toEqual(['value_unknown'])
  })
})
