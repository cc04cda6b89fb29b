// Tests that no brand, page, dictionary code or colour of this portal occurs in the sources.
import { expect, test } from 'vitest'
import { readFiles } from '../support/source-files.ts'

const SOURCES = readFiles('src', /\.(tsx?|css|html|json)$/).filter(
  ({ path }) => !path.includes('/generated/'),
)
const PROGRAM = SOURCES.filter(({ path }) => /\.(tsx?|html)$/.test(path))

/** Without comments, which may explain by example. */
const codeOf = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')

type Written = Readonly<Record<string, unknown>>
const filesIn = (folder: string) =>
  readFiles(folder, /\.json$/).map(({ path, text }) => ({
    id: path.slice(folder.length + 1, -'.json'.length),
    written: JSON.parse(text) as Written,
  }))

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value && typeof value === 'object'
      ? Object.values(value).flatMap(textsIn)
      : []
const quoted = (words: readonly string[], after = ''): RegExp =>
  new RegExp(
    `['"\`>](${words.map((word) => word.replaceAll(/[.*+?^$()[\]{}|\\]/g, '\\$&')).join('|')})${after}['"\`<?]`,
    'g',
  )

const PAGES = filesIn('pages-config').filter(({ written }) => written.kind !== undefined)
const ZONES = filesIn('zones-config')
const PATHS = [...PAGES, ...ZONES].map(({ written }) => String(written.path).replace(/\/:.*$/, ''))
const SITE = filesIn('pages-config').find(({ id }) => id === 'site')?.written ?? {}
const {
  pages: _pages,
  colors: _colors,
  covers: _covers,
  storagePrefix: _prefix,
  timeZone: _zone,
  words: _words,
  $schema: _schema,
  ...said
} = SITE
/** What the portal is about, which no engine need know. */
const SUBJECT = '装备|救援|应急|消防|防汛|无人机|招标'
const DICTIONARIES = filesIn('schemas/dictionaries')
/** Of dictionaries, and of the categories of parameters, which make some too. */
const CODES = [
  ...DICTIONARIES.flatMap(({ written }) =>
    (written.items as readonly { readonly value: string }[]).map(({ value }) => value),
  ),
  ...filesIn('schemas/parameters').map(({ id }) => id.split('/').at(-1) ?? ''),
]

/** A word that a file may hold so often, as it means something else there, or is the program's own. */
const ALLOWED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  brand: {},
  page: {
    // Where the agreement stands in what a form sends.
    'src/server/platform/validation/validate-form.ts': 1,
  },
  code: {},
  dictionary: {
    // What all portals that have such a thing call so.
    'src/shared/content/program-dictionaries.ts': 13,
    // Parameters of calls that are called as a dictionary is.
    'src/server/messaging/letters/letter-handlers.ts': 1,
    'src/server/notifications/notice-handlers.ts': 1,
  },
  color: {},
}

function findings(files: readonly { path: string; text: string }[], pattern: RegExp): Record<string, number> {
  return Object.fromEntries(
    files.flatMap(({ path, text }) => {
      const count = [...codeOf(text).matchAll(pattern)].length
      return count > 0 ? [[path, count]] : []
    }),
  )
}

test('the portal has addresses, codes and texts to search for', () => {
  expect(PATHS.length).toBeGreaterThan(100)
  expect(CODES.length).toBeGreaterThan(200)
  expect(textsIn(said).length).toBeGreaterThan(8)
})

test.each([
  [
    'brand',
    SOURCES,
    new RegExp(
      `${textsIn(said)
        .map((text) => text.replaceAll(/[.*+?^$()[\]{}|\\]/g, '\\$&'))
        .join('|')}|${SUBJECT}`,
      'g',
    ),
  ],
  [
    'page',
    PROGRAM,
    quoted([
      ...PATHS.filter((path) => path.length > 1),
      ...PAGES.flatMap(({ id }) => (id.includes('/') ? [id] : [])),
    ]),
  ],
  // Numbers and words of one language are codes of many things; a capital and digits are nobody else's.
  ['code', PROGRAM, new RegExp(`\\b(${CODES.filter((code) => /^[A-Z]+\d+$/.test(code)).join('|')})\\b`, 'g')],
  ['dictionary', PROGRAM, quoted(DICTIONARIES.flatMap(({ id }) => (/[A-Z]/.test(id) ? [id] : [])))],
  [
    'color',
    SOURCES.filter(({ path }) => !path.endsWith('/tokens.css')),
    /#(?:[0-9A-Fa-f]{8}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3,4})\b(?!['"]?\s*\()/g,
  ],
] as const)('a %s of this portal occurs in src only where an exception allows it', (kind, files, pattern) => {
  expect(findings(files, pattern)).toEqual(ALLOWED[kind])
})
