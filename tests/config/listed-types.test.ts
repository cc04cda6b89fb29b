// Holds that the filters of lists over many types name each type and state that the list can hold, and no other type.
import { expect, test } from 'vitest'
import { ownTypes } from '../../src/server/publishing/own-items.ts'
import { waitingStates } from '../../src/server/publishing/waiting-states.ts'
import { isGone } from '../../src/shared/lifecycle.ts'
import { model } from '../support/portal-model.ts'

function filterOf(id: string, name: string) {
  const page = model.pages.find((candidate) => candidate.id === id)
  return page?.kind === 'list' ? page.filters.find((filter) => filter.name === name) : undefined
}

function only(id: string, name: string): readonly string[] {
  const { only: named = [] } = (filterOf(id, name)?.options ?? {}) as { readonly only?: readonly string[] }
  return named
}

test('the queue offers every type that it can hold', () => {
  expect([...only('operator/queue', 'dataType')].sort()).toEqual(
    [...new Set(waitingStates(model).map(({ type }) => type))].sort(),
  )
})

test('own items are offered by every type that people hand in, and every state that these can be in', () => {
  const dictionary = model.dictionaries.find(
    ({ name }) => name === filterOf('interaction/publications', 'dataType')?.field?.dict,
  )
  const types = ownTypes(model)
  expect(dictionary?.items.map(({ value }) => value).sort()).toEqual(types.map(({ name }) => name).sort())
  const states = types.flatMap(({ lifecycle }) =>
    Object.keys(lifecycle.states).filter((state) => !isGone(lifecycle, state)),
  )
  expect([...only('interaction/publications', 'status')].sort()).toEqual([...new Set(states)].sort())
})
