// Holds that the filters of lists over many types name each type that the list can hold, and no other.
import { expect, test } from 'vitest'
import { publicationTypes, waitingStates } from '../../src/server/publishing/publication-types.ts'
import { model } from '../support/portal-model.ts'

test.each([
  ['interaction/publications', publicationTypes(model).map(({ name }) => name)],
  ['operator/queue', waitingStates(model).map(({ type }) => type)],
])('%s offers every type that it can hold', (id, types) => {
  const page = model.pages.find((candidate) => candidate.id === id)
  const filter = page?.kind === 'list' ? page.filters.find(({ name }) => name === 'dataType') : undefined
  const { only = [] } = (filter?.options ?? {}) as { readonly only?: readonly string[] }
  expect([...only].sort()).toEqual([...types].sort())
})
