// Checks that the filters of lists over many types name each type that the list can hold, and no other type.
import { expect, test } from 'vitest'
import { waitingKinds } from '#server/dashboard/inbox/waiting-entries.ts'
import { waitingStates } from '#server/dashboard/item-states.ts'
import { ownTypes } from '#server/dashboard/own-items.ts'
import { model } from '../../support/portal-model.ts'

function filterOf(id: string, name: string) {
  const page = model.pages.find((candidate) => candidate.id === id)
  return page?.kind === 'list' ? page.filters.find((filter) => filter.name === name) : undefined
}

function only(id: string, name: string): readonly string[] {
  const { only: named = [] } = (filterOf(id, name)?.options ?? {}) as { readonly only?: readonly string[] }
  return named
}

test('the type filter of the operator queue offers exactly the types that can wait in it', () => {
  expect([...only('operator/queue', 'dataType')].sort()).toEqual(
    [
      ...new Set([
        ...waitingStates(model).map(({ type }) => type),
        ...waitingKinds(model).map(({ name }) => name),
      ]),
    ].sort(),
  )
})

test('the type filter of own items offers exactly the types that users submit, with counts from facets', () => {
  const filter = filterOf('interaction/publications', 'dataType')
  const dictionary = model.dictionaries.find(({ name }) => name === filter?.field?.dict)
  expect(dictionary?.items.map(({ value }) => value).sort()).toEqual(
    ownTypes(model)
      .map(({ name }) => name)
      .sort(),
  )
  const page = model.pages.find(({ id }) => id === 'interaction/publications')
  expect(page).toMatchObject({ facets: { operation: 'publishing.facets' } })
  expect(only('interaction/publications', 'status')).toEqual([])
})
