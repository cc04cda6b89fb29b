// Tests the editor schemas: valid files pass, unknown names fail.
import { describe, expect, test } from 'vitest'
import { kindOf } from '#config/load/file-kinds.ts'
import { readFolder } from '#config/load/read-folder.ts'
import { EDITOR_SCHEMA, EDITOR_SETTINGS } from '#config/tools/editor-schemas.ts'
import { LIBRARY } from '../portals/library.ts'
import { editorOf } from '../support/editor-of.ts'
import { portalFiles } from '../support/portal-files.ts'

const PORTALS: readonly (readonly [string, ReadonlyMap<string, string>])[] = [
  ['a portal', portalFiles()],
  ['a portal elsewhere', readFolder(LIBRARY)],
]

describe.each(PORTALS)('editor schemas of %s', (_name, files) => {
  const { judge } = editorOf(files)

  test('accept all files of the configuration', () => {
    const wrong = [...files].flatMap(([path, text]) =>
      path.endsWith('.json') ? judge(path, JSON.parse(text)) : [],
    )
    expect(wrong.slice(0, 5)).toEqual([])
  })
})

describe('editor schemas', () => {
  const files = portalFiles()
  const { judge } = editorOf(files)
  test.each([
    ['a page that is linked to', 'pages-config/video/list.json', ['open', 'page'], 'video/nothing'],
    ['a parent page', 'pages-config/video/detail.json', ['parent'], 'video/nothing'],
    ['an operation', 'pages-config/video/list.json', ['source'], 'video.nothing'],
    ['a lifecycle', 'schemas/content/video.json', ['lifecycle'], 'nothing'],
    [
      'a content type',
      'schemas/content/video.json',
      ['fields', 'properties', 'companyId', 'x-ref'],
      'nothing',
    ],
    ['a cell', 'pages-config/demand/detail.json', ['facts', 6, 'cell'], 'nothing'],
    ['a section', 'pages-config/video/detail.json', ['aside', 0, 'widget'], 'nothing'],
    ['a role', 'pages-config/intention/mine.json', ['access', 0], 'nobody'],
    ['a page of the menu', 'pages-config/site.json', ['pages', 'home'], 'nothing'],
  ])('refuse an unknown name: %s', (_what, path, place, other) => {
    const value = JSON.parse(files.get(path) ?? '{}')
    const parent = place
      .slice(0, -1)
      .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], value)
    const key = place.at(-1) as string
    expect((parent as Record<string, unknown>)[key]).toBeDefined()
    ;(parent as Record<string, unknown>)[key] = other
    expect(judge(path, value)).not.toEqual([])
  })
})

test('editors know every kind of name that the language asks for by x-names or x-offers', () => {
  const asked = [...portalFiles()].flatMap(([path, text]) =>
    kindOf(path)?.kind.kind === 'language'
      ? [...text.matchAll(/"x-(?:names|offers)": "(\w+)"/g)].map(([, kind]) => kind as string)
      : [],
  )
  const { $defs } = JSON.parse(editorOf(portalFiles()).made.get(EDITOR_SCHEMA) ?? '')
  expect(asked.length).toBeGreaterThan(50)
  expect([...new Set(asked)].filter((kind) => !Object.hasOwn($defs.names.$defs, kind))).toEqual([])
})

test('the editor settings tie page files to their schema when the language lies in another folder', () => {
  const elsewhere = { language: '../equipnet/schemas/config/', portal: '../../../garden/' }
  const settings = JSON.parse(editorOf(readFolder(LIBRARY), elsewhere).made.get(EDITOR_SETTINGS) ?? '')
  const page = settings['json.schemas'].find(({ url }: { url: string }) => url.endsWith('/page.schema.json'))
  expect(page).toEqual({
    fileMatch: ['/pages-config/**/*.json', '!/pages-config/menu.json', '!/pages-config/site.json'],
    url: './../equipnet/schemas/config/page.schema.json',
    schema: { $ref: '../../../garden/.vscode/portal.schema.json#/$defs/page' },
  })
})
