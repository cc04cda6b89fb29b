// Tests the button style of a transition, which depends on its target state.
import { expect, test } from 'vitest'
import { model } from '../support/portal-model.ts'

test('the button of a transition is primary to a public state and danger to a state without readers', () => {
  const page = model.pages.find(({ id }) => id === 'demand/detail')
  if (page?.kind !== 'detail') throw new Error('there is no page demand/detail')
  const looks = page.actions.flatMap(({ transition, primary, danger }) =>
    transition ? [[transition, primary ?? false, danger ?? false]] : [],
  )
  expect(looks).toEqual([
    ['submit', false, false],
    ['online', true, false],
    ['refuse', false, false],
    ['offline', false, false],
    ['withdraw', false, false],
    ['delete', false, true],
  ])
})
