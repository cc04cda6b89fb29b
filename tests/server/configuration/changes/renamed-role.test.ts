// Tests that accounts and their further roles follow renamed roles and types, also where single sign-on has given
// another role meanwhile.
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

test('roles beside the own one follow a renamed role and renamed types, and return when the run is undone', async () => {
  const { db } = app.services
  const asked = { accountId: 'a', kind: 'role', reason: '分工', askedBy: 'b', state: 'active' } as const
  const scope = JSON.stringify({ types: ['law', 'news'], regions: ['51'] })
  await db
    .insertInto('roleAssignment')
    .values([
      { id: 'one', role: 'editor', scope, ...asked },
      { id: 'two', role: 'reviewer', scope: '{}', ...asked },
    ])
    .execute()
  const stored = () => db.selectFrom('roleAssignment').select(['id', 'role', 'scope']).orderBy('id').execute()
  const before = await stored()
  const around = { before: {} as RecordModel, next: {} as RecordModel, run: RUN + 1 }
  await renameEverywhere(db, { do: 'rename', what: 'role', in: '', from: 'editor', to: 'writer' }, around)
  await renameEverywhere(db, { do: 'rename', what: 'type', in: '', from: 'news', to: 'article' }, around)
  expect(await stored()).toEqual([
    { id: 'one', role: 'writer', scope: { types: ['law', 'article'], regions: ['51'] } },
    { id: 'two', role: 'reviewer', scope: {} },
  ])
  await renameEverywhere(db, { do: 'rename', what: 'type', in: '', from: 'article', to: 'news' }, around)
  await restoreNames(db, RUN + 1)
  expect(await stored()).toEqual(before)
})

test('categories of a role’s scope follow a renamed and a merged code of the dictionary of their type, and return', async () => {
  const { db } = app.services
  const asked = { accountId: 'a', role: 'editor', kind: 'role', reason: '分工', askedBy: 'b' } as const
  await db.deleteFrom('roleAssignment').execute()
  await db
    .insertInto('roleAssignment')
    .values(
      [
        { id: 'both', types: ['law'], categories: ['L1', 'L2', 'L3'] },
        { id: 'one', types: ['law'], regions: ['51'], categories: ['L2'] },
        { id: 'other', types: ['plan'], categories: ['L1'] },
      ].map(({ id, ...scope }) => ({ id, ...asked, state: 'active' as const, scope: JSON.stringify(scope) })),
    )
    .execute()
  const stored = async () => {
    const rows = await db.selectFrom('roleAssignment').select(['id', 'scope']).orderBy('id').execute()
    return Object.fromEntries(rows.map(({ id, scope }) => [id, scope.categories]))
  }
  const before = await stored()
  const fieldOf = (dict: string) => ({ kind: { title: '类别', type: 'dict', dict, schema: {} } })
  const typeOf = (dict: string) => ({
    title: '类型',
    lifecycle: 'direct',
    states: {},
    category: 'kind',
    fields: fieldOf(dict),
  })
  const records = {
    ...{ forms: {}, dictionaries: {}, sets: {}, pages: {}, roles: {} },
    types: { law: typeOf('lawKind'), plan: typeOf('planKind') },
  } as RecordModel
  const around = { before: records, next: records, run: RUN + 2 }
  const rename = (from: string, to: string) =>
    renameEverywhere(db, { do: 'rename', what: 'code', in: 'lawKind', from, to }, around)
  const merged = await rename('L1', 'L2')
  expect([...merged]).toEqual([['个角色授权', 1]])
  expect(await stored()).toEqual({ both: ['L2', 'L3'], one: ['L2'], other: ['L1'] })
  await rename('L2', 'L9')
  expect(await stored()).toEqual({ both: ['L9', 'L3'], one: ['L9'], other: ['L1'] })
  await restoreNames(db, RUN + 2)
  expect(await stored()).toEqual(before)
})
