// Holds that a page looks the same whether or not the styles of forms or of the console came before it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT, readFiles } from './support/source-files.ts'

/** The styles that do not come with the page, but with the first form, the first page of the console, the map and enlarged pictures. */
const LATE: readonly (readonly [file: string, users: RegExp])[] = [
  ['forms.css', /\/(forms|inputs|groups)\//],
  ['console.css', /\/console\//],
  ['map.css', /\/map\//],
  ['import.css', /\/import\//],
  ['chat.css', /\/chat\//],
  ['lightbox.css', /\/gallery\//],
]
const FOLDER = join(ROOT, 'src/portal/styles')

function read(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
}

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

const early = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.css') && LATE.every(([late]) => file !== late))
  .map(read)
  .join('\n')

describe.each(LATE)('%s', (file, users) => {
  const late = read(file)

  test('does not change what has a look of its own without it', () => {
    const known = ownClasses(early)
    expect([...ownClasses(late)].filter((name) => known.has(name))).toEqual([])
  })

  test('is not wanted by what is drawn without it', () => {
    const known = allClasses(early)
    const onlyLate = new Set([...allClasses(late)].filter((name) => !known.has(name)))
    const readers = readFiles('src/portal', /\.tsx$/).filter(({ path }) => !users.test(path))
    const missing = readers.flatMap(({ path, text }) =>
      (text.match(/eq-[\w-]+/g) ?? []).filter((name) => onlyLate.has(name)).map((name) => `${path}: ${name}`),
    )
    expect(missing).toEqual([])
  })
})
