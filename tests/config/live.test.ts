// Tests the check of live pages, and of `takes.stays`: values that leave the parent unchanged.
import { expect, test } from 'vitest'
import type { Files } from '../support/added-files.ts'
import { checkWith, modelWith } from '../support/loan.ts'
import { portalFiles } from '../support/portal-files.ts'

const read = (path: string) => JSON.parse(portalFiles().get(path) ?? '') as Files[string]
const changed = (path: string, more: object): Files => ({ [path]: { ...read(path), ...more } })
function problemsWith(files: Files) {
  const result = checkWith(files)
  return result.ok ? [] : result.problems.map(({ file, slug, found }) => ({ file, slug, found }))
}
const LIST = 'pages-config/demand/list.json'
const USERS = 'pages-config/operator/user/list.json'
const SITE = 'pages-config/site.json'
const REPORT = 'schemas/content/intentionFeedback.json'

test('a live page follows its content type and the child types', () => {
  const { pages } = modelWith(changed(LIST, { live: true }))
  expect(pages.find(({ id }) => id === 'demand/list')).toMatchObject({ live: ['demand', 'demandScheme'] })
  const { pages: still } = modelWith({})
  expect(still.find(({ id }) => id === 'demand/list')).not.toHaveProperty('live')
})

test('a live page without a content type is refused with live_never', () => {
  expect(problemsWith(changed(USERS, { live: true }))).toContainEqual(
    expect.objectContaining({ file: USERS, slug: 'live_never' }),
  )
})

test('a live page is refused with live_never when the site has no websocket', () => {
  const { websocket: _websocket, ...site } = read(SITE)
  expect(problemsWith({ [SITE]: site, ...changed(LIST, { live: true }) })).toContainEqual(
    expect.objectContaining({ file: LIST, slug: 'live_never' }),
  )
})

test.each([
  ['0', ['0'], undefined],
  ['2', ['2', '0'], { slug: 'takes_both', found: '2' }],
  ['13', ['13'], { slug: 'value_unknown', found: '13' }],
])(
  '`takes.stays` of a child type is checked against the values of the field: %s',
  (_value, stays, problem) => {
    const { takes } = read(REPORT) as { readonly takes: object }
    const problems = problemsWith(changed(REPORT, { takes: { ...takes, stays } }))
    if (problem) expect(problems).toContainEqual({ file: REPORT, ...problem })
    else expect(problems).toEqual([])
  },
)
