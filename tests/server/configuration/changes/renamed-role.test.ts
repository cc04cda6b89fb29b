// Tests that a renamed role is renamed in accounts, also where single sign-on has given another one meanwhile.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecordModel } from '#config/records/record-model.ts'
import { renameEverywhere, restoreNames } from '#server/configuration/migration/rename-everywhere.ts'
import { smallModel } from '../../support/small-configuration.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const RUN = 7

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ model: await smallModel() })
})
afterAll(() => app.close())

const rolesOf = () =>
  app.services.db.selectFrom('account').select(['id', 'role', 'ownRole']).orderBy('id').execute()

test('a renamed role has its new name in every account, and the former one when the run is undone', async () => {
  const { db } = app.services
  for (const [name, role] of [
    ['a', 'expert'],
    ['b', 'operator'],
    ['c', 'operator'],
  ] as const)
    await app.signIn(name, role)
  await db.updateTable('account').set({ ownRole: 'expert' }).where('id', '=', 'b').execute()
  const before = await rolesOf()
  const step = { do: 'rename', what: 'role', in: '', from: 'expert', to: 'adviser' } as const
  // Renaming a role looks at neither model.
  const around = { before: {} as RecordModel, next: {} as RecordModel, run: RUN }
  await renameEverywhere(db, step, around)
  expect(await rolesOf()).toEqual([
    { id: 'a', role: 'adviser', ownRole: null },
    { id: 'b', role: 'operator', ownRole: 'adviser' },
    { id: 'c', role: 'operator', ownRole: null },
  ])
  await restoreNames(db, RUN)
  expect(await rolesOf()).toEqual(before)
})
