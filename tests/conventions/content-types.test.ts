// Tests that no source names a content type of this portal as a special case.
import { describe, expect, test } from 'vitest'
import { readFiles } from '../support/source-files.ts'

/**
 * Names of content types that are also words of the portal's own, with the files where they are that and why.
 * A new file in this list needs a reason as good as these.
 */
const EXCEPTIONS: Readonly<Record<string, { readonly reason: string; readonly files: readonly RegExp[] }>> = {
  bidding: { reason: 'an icon', files: [/icon-names\.ts$/] },
  demand: {
    reason: 'an icon, and the colour of the badge that the specification names',
    files: [/icon-names\.ts$/, /ui\/badge\.tsx$/],
  },
  news: {
    reason: 'an icon, and that of plain covers',
    files: [/icon-names\.ts$/, /ui\/cover\/cover-style\.ts$/],
  },
  plan: {
    reason: 'what the engine derives of any content type is called its plan',
    files: [
      /^src\/server\/(content|dashboard|files|identity|messaging|notifications|personal-data|publishing|search|site|transfer)\//,
    ],
  },
  report: {
    reason:
      'to report something is an action on items of every type, and what the checker does with problems',
    files: [
      /^src\/config\//,
      /chat\/moderate-reports\.ts$/,
      /reaction-rules\.ts$/,
      /features\/actions\/actions\.tsx$/,
      /shared\/model\/site\.ts$/,
    ],
  },
  topic: {
    reason: 'an icon; what an answer of the cache depends on',
    files: [/icon-names\.ts$/, /cache\/(content-versions|read-cache)\.ts$/],
  },
  video: {
    reason:
      'an icon, an input and a cell for films, the kind of file, the element of HTML, and the colour of a badge',
    files: [
      /icon-names\.ts$/,
      /file-(widgets|kinds|rules)\.ts$/,
      /shared\/(\w+)\/field-type\.ts$/,
      /ui\/badge\.tsx$/,
      /field-layout\.ts$/,
      // The options of that cell and input.
      /widgets\/(cells|inputs)\/video\.tsx$/,
      /detail-article\.tsx$/,
      // The element in rich text.
      /\/rich-text\/[\w-]+\.tsx?$/,
      /format\/sanitize-html\.ts$/,
    ],
  },
}

const NAMES = readFiles('schemas/content', /\.json$/).map(
  ({ path }) => path.split('/').at(-1)?.slice(0, -5) ?? '',
)
const SOURCES = readFiles('src', /\.tsx?$/).filter(({ path }) => !path.includes('/generated/'))

/** What is in them without their comments. */
const CODE = SOURCES.map(({ path, text }) => ({ path, text: text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '') }))

/** As a whole text, the beginning of an operation's or a page's id, a key of a table, or part of an address. */
function namings(name: string): RegExp {
  return new RegExp(`(['"\`])${name}(\\1|[./])|[{,\\n]\\s*${name}: |/${name}(/|\\b['"\`?])`)
}

function filesNaming(name: string): string[] {
  const pattern = namings(name)
  const found = CODE.filter(({ text }) => text.includes(name) && pattern.test(text))
  const allowed = EXCEPTIONS[name]?.files ?? []
  return found.map(({ path }) => path).filter((path) => !allowed.some((file) => file.test(path)))
}

describe('names of content types in the sources', () => {
  test('are searched for more than 25 types in more than 300 files', () => {
    expect(NAMES.length).toBeGreaterThan(25)
    expect(SOURCES.length).toBeGreaterThan(300)
  })

  test.each(NAMES)('do not include %s', (name) => {
    expect(filesNaming(name)).toEqual([])
  })

  test('are excepted only for existing types and in files that contain them', () => {
    for (const [name, { files }] of Object.entries(EXCEPTIONS)) {
      expect(NAMES, name).toContain(name)
      const pattern = namings(name)
      for (const file of files)
        expect(
          SOURCES.some(({ path, text }) => file.test(path) && pattern.test(text)),
          `${name} in ${file}`,
        ).toBe(true)
    }
  })

  test('are recognised in code with a special case', () => {
    for (const text of ["if (type.name === 'law')", "call('law.info')", '`/newapi/law/list`', '{ law: 1 }'])
      expect(namings('law').test(text), text).toBe(true)
  })
})
