// Tests the guide to the configuration language: links, examples and lists of names.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SYSTEM_FIELDS } from '#config/compile/fields/system-fields.ts'
import { GROUPS } from '#shared/access/roles.ts'
import { ERRORS } from '#shared/calls/errors.ts'
import { SYSTEM_EVENTS } from '#shared/model/notice-events.ts'
import { CONTENT_ACTIONS } from '#shared/model/operation-model.ts'
import { type Block, blocksOf, GUIDE, isPart, sectionOf } from '../support/guide.ts'

const FILE = 'schemas/README.md'
const REFERENCE = readFileSync('schemas/REFERENCE.md', 'utf8')
const MAX_LINE_LENGTH = 300
const MAX_COLUMNS = 3

const withoutBlocks = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '')

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

describe('layout of the guide for phones', () => {
  const lines = GUIDE.split('\n')

  test('has no line over 300 characters', () => {
    expect(lines.filter((line) => line.length > MAX_LINE_LENGTH)).toEqual([])
  })
  test('has no table of more than three columns', () => {
    const rows = withoutBlocks(GUIDE)
      .split('\n')
      .filter((line) => line.startsWith('|'))
    expect(rows.filter((row) => row.split(/(?<!\\)\|/).length - 2 > MAX_COLUMNS)).toEqual([])
  })
})

describe('links of the guide', () => {
  /** As GitHub names the headings of a page. */
  const anchorsOf = (text: string): string[] =>
    [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
        .replaceAll(' ', '-'),
    )
  const links = [...withoutBlocks(GUIDE).matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)

  test('lead to existing files', () => {
    const paths = links.map((link) => link.split('#')[0] ?? '').filter(Boolean)
    expect(paths.length).toBeGreaterThan(80)
    expect(paths.filter((path) => !existsSync(join(dirname(FILE), path)))).toEqual([])
  })
  test('lead to existing headings', () => {
    const anchors: Readonly<Record<string, readonly string[]>> = {
      '': anchorsOf(GUIDE),
      'REFERENCE.md': anchorsOf(REFERENCE),
    }
    const missing = links.filter((link) => {
      const [path = '', anchor] = link.split('#')
      return anchor !== undefined && !anchors[path]?.includes(anchor)
    })
    expect(missing).toEqual([])
  })
})

describe('examples of the guide', () => {
  const examples = blocksOf(GUIDE).filter(({ info }) => info.startsWith('in '))

  const isSomewhere = (part: unknown, whole: unknown): boolean =>
    isPart(part, whole) ||
    (typeof whole === 'object' &&
      whole !== null &&
      Object.values(whole).some((inner) => isSomewhere(part, inner)))

  test('are files of the tutorial or parts of a named file', () => {
    expect(examples.length).toBeGreaterThan(80)
    const isNamed = ({ info }: Block) =>
      /^(in |add )?(schemas|pages-config|zones-config|tests)\/\S+\.json$/.test(info)
    expect(blocksOf(GUIDE).filter((block) => !isNamed(block))).toEqual([])
  })
  test('are preceded by the name of their file or by a link to it', () => {
    const unnamed = blocksOf(GUIDE).filter(({ info }) => {
      const path = info.replace(/^(in|add) /, '')
      const link = relative(dirname(FILE), path)
      const named = info.startsWith('add ') ? `Add to \`${path}\`:` : `\`${path}\`:`
      const line = info.startsWith('in ') ? `In [${path}](${link}):` : named
      return !GUIDE.includes(`\n${line}\n\n\`\`\`json ${info}\n`)
    })
    expect(unnamed).toEqual([])
  })
  test('occur in the files that they name', () => {
    const stray = examples.filter(({ info, text }) => {
      const path = info.slice('in '.length)
      return !existsSync(path) || !isSomewhere(JSON.parse(text), readJson(path))
    })
    expect(stray).toEqual([])
  })
})

describe('lists of names in the guide', () => {
  /** Names in code spans. */
  const namesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  // biome-ignore lint/suspicious/noExplicitAny: schemas are read at known paths
  const schemaOf = (name: string): any => readJson(`schemas/config/${name}.schema.json`)
  const { fieldSchema, receivers } = schemaOf('common').$defs
  const lifecycle = schemaOf('lifecycle').properties
  const state = lifecycle.states.patternProperties ?? lifecycle.states.additionalProperties

  /** Every key of an object called `properties` somewhere below. */
  function propertiesIn(schema: unknown, isNames = false): string[] {
    if (typeof schema !== 'object' || schema === null) return []
    return Object.entries(schema).flatMap(([key, inner]) => [
      ...(isNames && key !== '$schema' ? [key] : []),
      ...propertiesIn(inner, !isNames && key === 'properties' && !Array.isArray(inner)),
    ])
  }

  test.each<[heading: string, names: readonly string[]]>([
    ['### System fields', SYSTEM_FIELDS.map(({ name }) => name)],
    ['### Actions of endpoints', CONTENT_ACTIONS],
    ['### Audiences', GROUPS],
    ['### Receivers', receivers.items.anyOf[0].enum],
    ['### Flags of states', propertiesIn(state).filter((name) => !['title', 'next'].includes(name))],
    ['### Kinds of transitions', lifecycle.transitions.items.properties.kind.enum],
    ['### Events of the system', SYSTEM_EVENTS],
    ['### Annotations', Object.keys(fieldSchema.properties).filter((name) => name.startsWith('x-'))],
  ])('hold every name of the model: %s', (heading, names) => {
    expect(names.length).toBeGreaterThan(3)
    const listed = namesIn(sectionOf(heading))
    expect(names.filter((name) => !listed.includes(name))).toEqual([])
  })
  test('contain no annotation that the schemas do not have', () => {
    const listed = namesIn(sectionOf('### Annotations'))
    expect(listed.filter((name) => !Object.hasOwn(fieldSchema.properties, name))).toEqual([])
  })
  test('contain every error with its code', () => {
    const rows = [...sectionOf('### Errors').matchAll(/^\| `(\w+)` \| (\d+) \|/gm)]
    const listed = rows.map(([, name, code]) => [name, Number(code)])
    expect(new Map(listed as [string, number][])).toEqual(
      new Map(Object.entries(ERRORS).map(([name, { code }]) => [name, code])),
    )
  })
  test.each(['Cells', 'Inputs', 'Filters', 'Sections'])(
    'contain exactly the widgets of the family %s',
    (family) => {
      const [, list = ''] = new RegExp(`^- ${family}: ([^]*?)(?=\\n(?:- |\\n))`, 'm').exec(GUIDE) ?? []
      const names = readdirSync(`schemas/widgets/${family.toLowerCase()}`)
      expect(namesIn(list).sort()).toEqual(names.map((name) => name.replace('.schema.json', '')).sort())
    },
  )
  test('contain, together with the reference, every property of the schemas', () => {
    const names = ['schemas/config', 'schemas/config/pages', 'schemas/config/actions'].flatMap((path) =>
      readdirSync(path)
        .filter((file) => file.endsWith('.json'))
        .flatMap((file) => propertiesIn(readJson(join(path, file)))),
    )
    const texts = `${GUIDE}\n${REFERENCE}`
    expect(new Set(names).size).toBeGreaterThan(250)
    const missing = [...new Set(names)].filter(
      (name) => !texts.includes(`${name}\``) && !texts.includes(`"${name}"`),
    )
    expect(missing).toEqual([])
  })
})
