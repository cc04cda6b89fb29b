// Provides the checks of pages that follow what they show, and of what takes the item above along or leaves it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Files } from '../support/added-files.ts'
import { checkWith, modelWith } from '../support/loan.ts'
import { ROOT } from '../support/source-files.ts'

const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Files[string]
const changed = (path: string, more: object): Files => ({ [path]: { ...read(path), ...more } })
function problemsWith(files: Files) {
  const result = checkWith(files)
  return result.ok ? [] : result.problems.map(({ file, slug, found }) => ({ file, slug, found }))
}
const LIST = 'pages-config/demand/list.json'
const QUEUE = 'pages-config/operator/queue.json'
const SITE = 'pages-config/site.json'
const REPORT = 'schemas/content/missionReport.json'

test('a page that is live follows its type, and what lies under that', () => {
  const { pages } = modelWith(changed(LIST, { live: true }))
  expect(pages.find(({ id }) => id === 'demand/list')).toMatchObject({ live: ['demand', 'demandScheme'] })
  const { pages: still } = modelWith({})
  expect(still.find(({ id }) => id === 'demand/list')).not.toHaveProperty('live')
})

test('what is of no type cannot be followed', () => {
  expect(problemsWith(changed(QUEUE, { live: true }))).toContainEqual(
    expect.objectContaining({ file: QUEUE, slug: 'live_never' }),
  )
})

test('nothing can be followed where there is no websocket', () => {
  const { websocket: _websocket, ...site } = read(SITE)
  expect(problemsWith({ [SITE]: site, ...changed(LIST, { live: true }) })).toContainEqual(
    expect.objectContaining({ file: LIST, slug: 'live_never' }),
  )
})

test.each([
  ['3', ['3'], undefined],
  ['2', ['2', '3'], { slug: 'takes_both', found: '2' }],
  ['13', ['13'], { slug: 'value_unknown', found: '13' }],
])('a value that leaves the item above where it is: %s', (_value, stays, problem) => {
  const { takes } = read(REPORT) as { readonly takes: object }
  const problems = problemsWith(changed(REPORT, { takes: { ...takes, stays } }))
  if (problem) expect(problems).toContainEqual({ file: REPORT, ...problem })
  else expect(problems).toEqual([])
})
