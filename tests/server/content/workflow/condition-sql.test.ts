// Tests that a condition selects the same rows in the database as in the browser and on the server.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conditionSql } from '#server/content/fields/predicate-sql.ts'
import {
  type Comparison,
  type Condition,
  evaluateCondition,
  type Scalar,
} from '#shared/expressions/condition.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
}, 60_000)
afterAll(() => app?.close())

const VALUES = [
  undefined,
  null,
  '',
  '甲',
  'B',
  'b',
  '10',
  0,
  2,
  10,
  2.5,
  true,
  false,
  [],
  ['甲', 2],
  [null],
  { x: 2 },
]
const SCALARS: readonly Scalar[] = [null, '', '甲', 'B', '10', 0, 2, 2.5, true, false]
const BOUNDS = [2, 2.5, 'B', '甲', '10']
const TESTS: readonly Comparison[] = [
  ...SCALARS.flatMap((value) => [{ eq: value }, { ne: value }, { in: [value, 10] }]),
  { in: [] },
  { empty: true },
  { empty: false },
  ...BOUNDS.flatMap((bound) => [{ gt: bound }, { gte: bound }, { lt: bound }, { lte: bound }]),
  { gt: 0, lte: 10, ne: 2 },
]
const USER = { signedIn: true, id: 'me', role: 'supplier', grants: ['moderate'] }

function conditions(): Condition[] {
  const single = TESTS.map((one): Condition => ({ 'item.a': one }))
  const mixed = single.flatMap((one, at): Condition[] => {
    const other = single[(at * 7 + 3) % single.length] as Condition
    return [
      { not: one },
      { all: [one, { not: other }] },
      { any: [other, { all: [one, { 'user.role': 'supplier' }] }] },
      { 'item.a.x': (one as Readonly<Record<string, Comparison>>)['item.a'] as Comparison },
    ]
  })
  return [
    ...single,
    ...mixed,
    { 'item.a': ['甲', 2] },
    { 'item.a': '甲', 'item.status': 'open' },
    { 'item.status': { ne: 'open' } },
    { 'user.grants': 'moderate' },
    { 'user.missing': { empty: false } },
    { all: [] },
    { any: [] },
  ]
}

test('conditionSql selects the same rows as evaluateCondition for every value and condition', async () => {
  const rows = sql.join(
    VALUES.map((a, at) => sql`(${at}::int, 'open', ${JSON.stringify(a === undefined ? {} : { a })}::jsonb)`),
  )
  for (const condition of conditions()) {
    const { rows: found } = await sql<{ at: number }>`
      select item.at from (values ${rows}) item (at, status, body)
      where ${conditionSql(condition, USER)} order by item.at`.execute(app.services.db)
    const wanted = VALUES.flatMap((a, at) =>
      evaluateCondition(condition, {
        item: { ...(a === undefined ? {} : { a }), status: 'open' },
        user: USER,
      })
        ? [at]
        : [],
    )
    expect([condition, found.map(({ at }) => at)]).toEqual([condition, wanted])
  }
}, 60_000)
