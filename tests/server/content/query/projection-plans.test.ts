// Tests that lists by parameters read the projection by its indexes, and items by their ids only.
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPlan, type TypePlan } from '#server/content/items/type-plan.ts'
import { loadProjectedColumns, type Slots } from '#server/content/parameters/load-projected-columns.ts'
import {
  countedProjected,
  countProjected,
  pageProjected,
  toProjected,
} from '#server/content/query/find-projected.ts'
import { parseListQuery } from '#server/content/query/list-query.ts'
import { checkVessels } from '../../../config/parameter-case.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const loaded = await checkVessels()
if (!loaded.ok) throw new Error(loaded.problems.map(({ message }) => message).join('\n'))
const { model } = loaded
const JUGS = 1_500

describe.each(ONE_DATABASE)('query plans of lists by parameters on $name', (database) => {
  let app: TestApp
  let slots: Slots
  const plan = findPlan(model, 'kit') as TypePlan // of the model above

  beforeAll(async () => {
    app = await createTestApp({ model, database })
    const { db } = app.services
    await sql`insert into item (id, type, status, title, category, published_at, body)
      select 'k' || n, 'kit', 'online', '壶 ' || n, null, now() - n * interval '1 minute',
        jsonb_build_object('kind', case when n % 3 = 0 then 'cup' else 'jug' end,
          'params', jsonb_build_object('volume', n % 500, 'warm', n % 24, 'shape', '圆'))
      from generate_series(1, ${sql.lit(JUGS)}) n`.execute(db)
    await app.services.database.vacuumAnalyze()
    slots = await loadProjectedColumns(db, model, 'kit')
  }, 60_000)
  afterAll(() => app.close())

  const explain = (statement: RawBuilder<unknown>): Promise<string> =>
    app.services.db.transaction().execute(async (transaction) => {
      // So few rows that reading them all looks as cheap.
      await sql`set local enable_seqscan = off`.execute(transaction)
      await sql`set local enable_bitmapscan = off`.execute(transaction)
      const { rows } = await sql<Record<string, string>>`explain ${statement}`.execute(transaction)
      return rows.map((row) => Object.values(row)[0]).join('\n')
    })
  const asked = (params: object) => {
    const content = { type: 'kit', action: 'list', fixed: {} } as const
    const query = parseListQuery(plan, content, { ...params, limit: 10 }, null)
    const projected = toProjected(plan, query, slots)
    if (!projected) throw new Error('not asked of the projection')
    return { query, projected }
  }
  const indexOf = (key: string) => `parameter_value_${slots.sets.get('jug')?.slots.get(key)}`

  test('read a sort by a parameter from the index of that parameter, without a sort', async () => {
    for (const sort of ['params.volume', '-params.volume', '-params.warm']) {
      const { query, projected } = asked({ kind: 'jug', sort })
      const found = await explain(pageProjected(query, projected))
      expect(found).toContain(indexOf(sort.replace(/^-?params\./, '')))
      expect(found).not.toContain('Sort')
    }
  })

  test('read a range and its total from the index of the parameter', async () => {
    const { query, projected } = asked({ kind: 'jug', 'params.volumeFrom': 10, 'params.volumeTo': 12 })
    const [leaf] = projected.leaves
    if (!leaf) throw new Error('no leaf')
    expect(await explain(countedProjected(query, projected, leaf))).toContain(indexOf('volume'))
  })

  test('read the order of a parent category from an index for each child category', async () => {
    const { query, projected } = asked({ kind: 'V1', sort: '-params.volume' })
    expect(projected.leaves).toHaveLength(2)
    const found = await explain(pageProjected(query, projected))
    expect(found.match(/parameter_value_n\d+/g)?.length).toBeGreaterThanOrEqual(2)
    expect(found).not.toContain('Seq Scan')
  })

  test('count all items of a category with an index-only scan', async () => {
    const { query, projected } = asked({ kind: 'jug', sort: '-params.volume' })
    const found = await explain(countProjected(query, projected))
    expect(found).toContain('Index Only Scan using parameter_value_list')
  })

  test('return correct totals with the first page, the last page and pages without items', async () => {
    const read = async (params: string) =>
      (
        await app.get<{ totalCount: number; list: { id: string }[] }>(
          `/newapi/kit/list?kind=jug&limit=10&${params}`,
        )
      ).data
    const range = 'params.volumeFrom=10&params.volumeTo=30'
    const first = await read(range)
    expect([first.totalCount, first.list.length]).toEqual([42, 10])
    const last = await read(`${range}&page=5`)
    expect([last.totalCount, last.list.length]).toEqual([42, 2])
    const behind = await read(`${range}&page=9`)
    expect([behind.totalCount, behind.list.length]).toEqual([42, 0])
    const none = await read('params.volumeFrom=900')
    expect([none.totalCount, none.list.length]).toEqual([0, 0])
    const best = await read(`${range}&sort=-params.volume`)
    expect(best.totalCount).toBe(42)
    expect(best.list[0]?.id).toMatch(/^k(530|1030)$/)
  })
})
