// Tests that deadlines of samples lie at least ten days ahead after seeding.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deadlineTask } from '#server/content/workflow/deadlines.ts'
import { Scheduler } from '#server/platform/scheduler/scheduler.ts'
import { createTestApp, type TestApp } from '../../server/support/test-app.ts'

const DAY = 86_400_000

let app: TestApp
let ahead = 0
beforeAll(async () => {
  app = await createTestApp({ samples: true, clock: () => new Date(Date.now() + ahead) })
}, 120_000)
afterAll(() => app?.close())

test('no sample leaves its state by a deadline within ten days after seeding', async () => {
  const types = app.services.model().contentTypes.flatMap(({ name, lifecycle }) => {
    const states = lifecycle.transitions.flatMap(({ due, from }) => (due && 'field' in due ? from : []))
    return states.length > 0 ? [{ name, states }] : []
  })
  expect(types.length).toBeGreaterThan(0)
  const waiting = async () => {
    const found = await Promise.all(
      types.map(({ name, states }) =>
        app.services.db
          .selectFrom('item')
          .select(['id', 'status'])
          .where('type', '=', name)
          .where('status', 'in', states)
          .orderBy('id')
          .execute(),
      ),
    )
    return found.flat()
  }
  const before = await waiting()
  expect(before.length).toBeGreaterThan(1)
  for (const days of [2, 5, 10]) {
    ahead = days * DAY
    await new Scheduler(app.services, [deadlineTask]).runDue()
    expect(await waiting(), `after ${days} days`).toEqual(before)
  }
})
