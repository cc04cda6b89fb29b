// Tests the export action: on which lists it is accepted, and which columns it offers.
import { expect, test } from 'vitest'
import type { ListPage } from '#shared/model/pages/list.ts'
import { checkWith, DESK, LOAN } from '../support/loan.ts'
import { model } from '../support/portal-model.ts'
import { atLeast } from '../support/test-portal.ts'

const PAGE = 'pages-config/loan/desk.json'
const problemsOf = (more: object) => {
  const result = checkWith({ ...LOAN, [PAGE]: { ...DESK, ...more } as never })
  return result.ok ? [] : result.problems.filter(({ file }) => file === PAGE)
}

test('the export action is accepted in the `actions` of a list of items', () => {
  expect(problemsOf({ actions: [{ do: 'export' }] })).toEqual([])
})

test.each(['rowActions', 'bulkActions'])('the export action is refused in %s with export_place', (place) => {
  expect(problemsOf({ [place]: [{ do: 'export' }] })).toContainEqual(
    expect.objectContaining({ slug: 'export_place', message: expect.stringContaining('列表页的 actions') }),
  )
})

test('the export action is refused on a list whose entries are not items', () => {
  const [problem] = problemsOf({
    source: 'area.tree',
    columns: ['name'],
    actions: [{ do: 'export' }],
  }).filter(({ slug }) => slug === 'export_place')
  expect(problem).toMatchObject({ found: 'export' })
})

test('exports of operator lists start with the first column and contain no pictures, files or rich texts', () => {
  const lists = model.pages.filter(
    (page): page is ListPage =>
      page.kind === 'list' && page.id.startsWith('operator/') && page.contentType !== undefined,
  )
  expect(lists.length).toBeGreaterThan(atLeast(20, 10))
  const made = lists.filter(({ actions }) => actions.some((action) => action.do === 'export'))
  expect(made.length).toBeGreaterThan(atLeast(20, 10))
  for (const { id, actions, columns } of made) {
    const offered = actions.find((action) => action.do === 'export')?.columns ?? []
    const names = offered.map(({ name }) => name)
    expect(names[0], id).toBe(columns[0]?.field.name)
    expect(names, id).toEqual(expect.arrayContaining(['status', 'ownerName', 'createdAt']))
    expect(
      offered.filter(({ type }) => /rich|image|object-list|file/.test(type)),
      id,
    ).toEqual([])
  }
})
