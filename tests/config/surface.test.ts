// Tests which pages have the surface console: the operators' pages, and no public page.
import { expect, test } from 'vitest'
import { model } from '../support/portal-model.ts'

const desks = model.pages.filter(({ surface }) => surface === 'console')

test('exactly the pages with an id under operator/ have the surface console', () => {
  const desk = model.pages.filter(({ id }) => id.startsWith('operator/'))
  expect(desk.length).toBeGreaterThan(50)
  expect(desk.filter(({ surface }) => surface !== 'console').map(({ id }) => id)).toEqual([])
  expect(desks.filter(({ id }) => !id.startsWith('operator/')).map(({ id }) => id)).toEqual([])
})

test('no page that everybody may open has a surface', () => {
  const open = model.pages.filter(({ access }) => access.includes('anyone'))
  expect(open.filter((page) => 'surface' in page).map(({ id }) => id)).toEqual([])
})
