// Tests that a state filter offers states of the list's type that the viewer may read.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { isInAudience, toRoleCaller } from '#shared/access/roles.ts'
import type { ListPage } from '#shared/model/pages/list.ts'
import { portalFiles } from '../support/portal-files.ts'
import { model } from '../support/portal-model.ts'

test("a state filter of a list offers only states of the list's content type", () => {
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

test('the state filter of missions offers planned missions only to roles that may read them', () => {
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
