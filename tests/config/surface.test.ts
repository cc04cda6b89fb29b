// Checks which pages are the console's: those below the operators' own, and none that everybody may open.
import { expect, test } from 'vitest'
import { model } from '../support/portal-model.ts'

const desks = model.pages.filter(({ surface }) => surface === 'console')

test('what lies below a page of the console is one too, whether written or made', () => {
  const desk = model.pages.filter(({ id }) => id.startsWith('operator/'))
  expect(desk.length).toBeGreaterThan(50)
  expect(desk.filter(({ surface }) => surface !== 'console').map(({ id }) => id)).toEqual([])
  expect(desks.filter(({ id }) => !id.startsWith('operator/')).map(({ id }) => id)).toEqual([])
})

test('no page that everybody may open is told of a surface', () => {
  const open = model.pages.filter(({ access }) => access.includes('anyone'))
  expect(open.filter((page) => 'surface' in page).map(({ id }) => id)).toEqual([])
})
