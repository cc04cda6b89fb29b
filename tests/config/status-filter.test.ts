// Tests that a state filter offers states of the list's type that the viewer may read.
import { expect, test } from 'vitest'
import { checkConfiguration } from '#config/pipeline/check-configuration.ts'
import { isInAudience, toRoleCaller } from '#shared/access/roles.ts'
import type { Model } from '#shared/model/model.ts'
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

/** The state filter of a list: all states that not everybody reads, and those that it offers a role. */
function stateFilter({ pages, roles }: Pick<Model, 'pages' | 'roles'>, id: string) {
  const page = pages.find((one) => one.id === id) as ListPage
  const seenBy = page.filters.find(({ name }) => name === 'status')?.seenBy ?? {}
  const offeredTo = (name: string) => {
    const role = roles.find((one) => one.name === name)
    if (!role) throw new Error(name)
    return Object.keys(seenBy).filter((state) => isInAudience(toRoleCaller(role), seenBy[state] ?? []))
  }
  return { states: Object.keys(seenBy), offeredTo }
}

test('the state filter of announcements offers states that are not public only to roles that may read them', () => {
  const file = 'schemas/lifecycles/tender.json'
  const readers = (who: string) =>
    `"refused": { "title": "审核不通过", "editable": true, "readers": ["owner", ${who}`
  const text = portalFiles().get(file) ?? ''
  expect(text).toContain(readers('"operator"'))
  const changed = text.replace(
    readers('"operator"'),
    readers('"region:grant:dispatch", "region:rescueForces", "region:rescue", "operator"'),
  )
  const result = checkConfiguration(portalFiles().set(file, changed))
  if (!result.ok) throw new Error(result.problems[0]?.message)
  const { states, offeredTo } = stateFilter(result.model, 'operator/bidding/list')
  expect(states).toEqual(['pending', 'offline', 'withdrawn', 'refused', 'deleted'])
  for (const force of ['rescue', 'rescueForces']) expect(offeredTo(force)).toEqual(['refused'])
  const [dispatcher] = result.model.roles.filter(({ grants }) => grants.includes('dispatch'))
  expect(offeredTo(dispatcher?.name ?? '')).toEqual(['refused'])
  expect(offeredTo('ordinary')).toEqual([])
  expect(offeredTo('unit')).toEqual(states.filter((state) => state !== 'deleted'))
  expect(offeredTo('operator')).toEqual(states)
})

test('the state filter of schemes offers what the owner of the demand reads to every role', () => {
  const { offeredTo } = stateFilter(model, 'scheme/received')
  for (const { name } of model.roles) expect(offeredTo(name)).toContain('declined')
  expect(offeredTo('ordinary')).not.toContain('deleted')
})
