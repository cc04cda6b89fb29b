// Tests the guide to the configuration language: links, examples, tutorial and lists of names.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM_FIELDS } from '#config/compile/fields/system-fields.ts'
import { readFolder } from '#config/load/read-folder.ts'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { GROUPS } from '#shared/access/roles.ts'
import { ERRORS } from '#shared/calls/errors.ts'
import { SYSTEM_EVENTS } from '#shared/model/notice-events.ts'
import { CONTENT_ACTIONS } from '#shared/model/operation-model.ts'
import { newPortal } from '../../scripts/lib/new-portal.ts'

const FILE = 'schemas/README.md'
const GUIDE = readFileSync(FILE, 'utf8')
const REFERENCE = readFileSync('schemas/REFERENCE.md', 'utf8')
const MAX_LINE_LENGTH = 300
const MAX_COLUMNS = 3

interface Block {
  /** What follows `json` in the line that opens the block. */
  readonly info: string
  readonly text: string
}

function blocksOf(text: string): readonly Block[] {
  return [...text.matchAll(/^```json ?(.*)\n([\s\S]*?)\n```$/gm)].map(([, info = '', block = '']) => ({
    info,
    text: block,
  }))
}

const withoutBlocks = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '')

/** The text below a heading, up to the next heading of its level or a higher one. */
function sectionOf(heading: string): string {
  const level = heading.indexOf(' ')
  const start = GUIDE.indexOf(`\n${heading}\n`)
  expect(start, heading).toBeGreaterThan(0)
  const rest = GUIDE.slice(start + heading.length + 2)
  const end = rest.search(new RegExp(`^#{1,${level}} `, 'm'))
  return end < 0 ? rest : rest.slice(0, end)
}

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

describe('tutorial of the guide', () => {
  const folder = mkdtempSync(join(tmpdir(), 'equipnet-guide-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const [, ...steps] = sectionOf('## Part 1: a first process, step by step').split(/^### Step /m)
  const slugs: string[][] = []

  beforeAll(() => {
    expect(newPortal(join(folder, 'lab'), '装备库')).not.toHaveProperty('refused')
    const files = readFolder(join(folder, 'lab')) as Map<string, string>
    for (const step of steps) {
      for (const { info, text } of blocksOf(step)) files.set(info, text)
      const result = checkConfiguration(files)
      const problems = result.ok ? result.warnings : result.problems
      slugs.push(problems.map(({ slug, file }) => `${result.ok ? 'reminder' : 'error'} ${slug} ${file}`))
    }
  }, 60_000)

  test('has a file to write in every step after the first', () => {
    expect(steps).toHaveLength(7)
    expect(steps.map((step) => blocksOf(step).length > 0)).toEqual([false, ...Array(6).fill(true)])
  })
  test('passes the check after each step, with the reminders that the guide names', () => {
    const unused = ['Due', 'Overdue'].map((name) => `reminder notice_unused schemas/notices/loan${name}.json`)
    expect(slugs).toEqual([[], [], [], [], [], unused, []])
  })
})

describe('examples of the guide', () => {
  const examples = blocksOf(GUIDE).filter(({ info }) => info.startsWith('in '))

  /** Whether all that `part` says is said by `whole`; entries of lists may be left out. */
  function isPart(part: unknown, whole: unknown): boolean {
    if (Array.isArray(part))
      return Array.isArray(whole) && part.every((entry) => whole.some((other) => isPart(entry, other)))
    if (typeof part !== 'object' || part === null) return part === whole
    if (typeof whole !== 'object' || whole === null) return false
    return Object.entries(part).every(([key, value]) =>
      isPart(value, (whole as Record<string, unknown>)[key]),
    )
  }
  const isSomewhere = (part: unknown, whole: unknown): boolean =>
    isPart(part, whole) ||
    (typeof whole === 'object' &&
      whole !== null &&
      Object.values(whole).some((inner) => isSomewhere(part, inner)))

  test('are files of the tutorial or parts of a named file', () => {
    expect(examples.length).toBeGreaterThan(80)
    const isNamed = ({ info }: Block) =>
      /^(in )?(schemas|pages-config|zones-config|tests)\/\S+\.json$/.test(info)
    expect(blocksOf(GUIDE).filter((block) => !isNamed(block))).toEqual([])
  })
  test('are preceded by the name of their file or by a link to it', () => {
    const unnamed = blocksOf(GUIDE).filter(({ info }) => {
      const path = info.replace(/^in /, '')
      const link = relative(dirname(FILE), path)
      const line = info === path ? `\`${path}\`:` : `In [${path}](${link}):`
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
