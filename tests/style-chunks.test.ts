// Holds that a page looks the same whether or not the styles of forms came before it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, readFiles } from './support/source-files.ts'

/** The only styles that do not come with the page: they are loaded with the first form. */
const LATE = 'forms.css'
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

const late = read(LATE)
const early = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.css') && file !== LATE)
  .map(read)
  .join('\n')

test('styles of forms do not change what has a look of its own without them', () => {
  const known = ownClasses(early)
  expect([...ownClasses(late)].filter((name) => known.has(name))).toEqual([])
})

test('what is drawn without a form has its styles without one', () => {
  const known = allClasses(early)
  const onlyLate = new Set([...allClasses(late)].filter((name) => !known.has(name)))
  const readers = readFiles('src/portal', /\.tsx$/).filter(
    ({ path }) => !/\/(forms|inputs|groups)\//.test(path),
  )
  const missing = readers.flatMap(({ path, text }) =>
    (text.match(/eq-[\w-]+/g) ?? []).filter((name) => onlyLate.has(name)).map((name) => `${path}: ${name}`),
  )
  expect(missing).toEqual([])
})
