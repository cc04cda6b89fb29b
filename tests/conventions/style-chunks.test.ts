// Tests that late-loaded style sheets do not change the appearance of other pages.
import { describe, expect, test } from 'vitest'
import { readFiles } from '../support/source-files.ts'

const PORTAL = 'src/portal/'
const SHARED = `${PORTAL}styles/`
const SHEETS = readFiles(PORTAL.slice(0, -1), /\.css$/).map(({ path, text }) => ({
  path,
  text: text.replace(/\/\*[\s\S]*?\*\//g, ''),
}))
/** Drawn by what lies beside a sheet, or by what is loaded with it. */
const WITH: Readonly<Record<string, RegExp>> = {
  'features/form/forms.css': /\/(features\/(form|configuration)|inputs|groups)\//,
  'features/comparison/comparison-tray.css': /\/comparison-tray\.tsx$/,
}
/** What does not come with the page, but with the first form, the first page of the console, the map, a comparison … */
const LATE = SHEETS.filter(({ path }) => !path.startsWith(SHARED)).map(({ path, text }) => {
  const file = path.slice(PORTAL.length)
  const users = WITH[file] ?? new RegExp(`/${file.split('/').slice(0, -1).join('/')}/`)
  return { file, late: text, users }
})

/** `features/chat` of `features/chat/chat-view.tsx`. */
const folderOf = (path: string) => path.split('/').slice(0, -1).slice(0, 2).join('/')

/** Classes that a rule styles by themselves, whatever stands around them. */
function ownClasses(css: string): Set<string> {
  const selectors = [...css.matchAll(/([^{}]+)\{[^{}]*\}/g)].flatMap(([, list = '']) => list.split(','))
  return new Set(
    selectors.flatMap(
      (selector) =>
        selector
          .trim()
          .match(/^\.(eq-[\w-]+)$/)
          ?.slice(1) ?? [],
    ),
  )
}

const allClasses = (css: string) => new Set(css.match(/\.eq-[\w-]+/g)?.map((name) => name.slice(1)))

const early = SHEETS.filter(({ path }) => path.startsWith(SHARED))
  .map(({ text }) => text)
  .join('\n')
const sources = readFiles(PORTAL.slice(0, -1), /\.tsx$/)

test('every late-loaded style sheet lies beside its component, which imports the style sheet', () => {
  expect(LATE.length).toBeGreaterThan(10)
  const alone = LATE.filter(({ file, users }) => {
    const name = file.split('/').at(-1)
    return !sources.some(({ path, text }) => users.test(path) && text.includes(`import './${name}'`))
  })
  expect(alone.map(({ file }) => file)).toEqual([])
})

test('no class of the shared styles is used only by one folder that has a late-loaded style sheet', () => {
  const folders = (name: string) =>
    new Set(
      sources
        .filter(({ text }) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text))
        .map(({ path }) => folderOf(path.slice(PORTAL.length))),
    )
  const late = new Set(
    LATE.map(({ file }) => folderOf(file)).filter(
      (name) => !/^(widgets|features\/(page|list|detail))/.test(name),
    ),
  )
  const misplaced = [...ownClasses(early)].filter((name) => {
    const [only, ...others] = folders(name)
    return only !== undefined && others.length === 0 && late.has(only)
  })
  expect(misplaced).toEqual([])
})

describe.each(LATE)('late-loaded style sheet $file', ({ late, users }) => {
  test('redefines no class of the shared styles', () => {
    const known = ownClasses(early)
    expect([...ownClasses(late)].filter((name) => known.has(name))).toEqual([])
  })

  test('defines no class that components loaded without the style sheet use', () => {
    const known = allClasses(early)
    const onlyLate = new Set([...allClasses(late)].filter((name) => !known.has(name)))
    const readers = sources.filter(({ path }) => !users.test(path))
    const missing = readers.flatMap(({ path, text }) =>
      (text.match(/eq-[\w-]+/g) ?? []).filter((name) => onlyLate.has(name)).map((name) => `${path}: ${name}`),
    )
    expect(missing).toEqual([])
  })
})
