// Provides the case of how a transition's button looks, which follows from the state it leads to.
import { expect, test } from 'vitest'
import { model } from '../support/portal-model.ts'

test('leading to the public it is the main one, leading to where nobody reads it is dangerous', () => {
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
