// A filter by state offers the states of its list's type, not those of all lifecycles.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { isInAudience, toRoleCaller } from '#shared/access/roles.ts'
import type { ListPage } from '#shared/model/pages/list.ts'
import { portalFiles } from '../support/portal-files.ts'
import { model } from '../support/portal-model.ts'

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

test('a state of missions that wait to be dispatched is offered to whom may read such, and to nobody else', () => {
  const page = model.pages.find(({ id }) => id === 'rescue/list') as ListPage
  const seenBy = page.filters.find(({ name }) => name === 'status')?.seenBy ?? {}
  const offeredTo = (name: string) => {
    const role = model.roles.find((one) => one.name === name)
    if (!role) throw new Error(name)
    return Object.keys(seenBy).filter((state) => isInAudience(toRoleCaller(role), seenBy[state] ?? []))
  }
  for (const force of ['rescue', 'rescueForces'])
    expect(offeredTo(force)).toEqual(
      Object.keys(seenBy).filter((state) => !['planned', 'deleted'].includes(state)),
    )
  expect(offeredTo('operator')).toEqual(Object.keys(seenBy))
  const [dispatcher] = model.roles.filter(({ grants }) => grants.includes('dispatch'))
  expect(offeredTo(dispatcher?.name ?? '')).toContain('planned')
})
