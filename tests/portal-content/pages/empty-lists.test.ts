// Tests that every list page of this portal has its own sentence for an empty list.
import { expect, test } from 'vitest'
import { readFiles } from '../../support/source-files.ts'

interface Written {
  readonly kind?: string
  readonly source?: unknown
  readonly empty?: { readonly text: string; readonly link?: unknown }
}

const LISTS = readFiles('pages-config', /\.json$/)
  .map(({ path, text }) => ({ file: path, ...(JSON.parse(text) as Written) }))
  .filter(({ kind }) => kind === 'list')

test.each(LISTS)('the list page $file has its own sentence for an empty list', ({ empty, file, source }) => {
  expect(empty?.text ?? '').toMatch(/^.{7,60}。$/)
  const alike = LISTS.filter((other) => other.empty?.text === empty?.text && other.source !== source)
  expect(alike.map((other) => other.file).filter((other) => other !== file)).toEqual([])
})

test('most list pages link from their empty list to an action', () => {
  expect(LISTS.filter(({ empty }) => empty?.link).length).toBeGreaterThan(LISTS.length / 2)
})
