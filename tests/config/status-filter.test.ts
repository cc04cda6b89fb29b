// A filter by state offers the states of its list's type, not those of all lifecycles.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import type { ListPage } from '#shared/model/pages/list.ts'
import { portalFiles } from '../support/portal-files.ts'

test('list: a filter by state offers the states of its type, unless it names some itself', () => {
  const result = checkConfiguration(portalFiles())
  if (!result.ok) throw new Error(result.problems[0]?.message)
  const { pages, operations, contentTypes } = result.model
  const filters = pages
    .filter((page): page is ListPage => page.kind === 'list')
    .flatMap((page) => {
      const type = operations.find(({ id }) => id === page.source.operation)?.content?.type
      const states = contentTypes.find(({ name }) => name === type)?.lifecycle.states
      const filter = page.filters.find(({ name, field }) => name === 'status' && field?.system)
      return filter && states
        ? [
            {
              only: (filter.options as { only?: readonly string[] } | undefined)?.only as readonly string[],
              states: Object.keys(states),
            },
          ]
        : []
    })
  expect(filters.length).toBeGreaterThan(0)
  for (const { only, states } of filters) expect(states).toEqual(expect.arrayContaining([...only]))
})
