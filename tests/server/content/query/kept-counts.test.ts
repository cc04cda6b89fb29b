// Tests that the stored counts of items equal the counted rows, under parallel writes too.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { foldCounts } from '#server/content/indexes/renewal.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import { parseListQuery } from '#server/content/query/list-query.ts'
import { countAll, countStatement } from '#server/content/query/run-list.ts'
import { model } from '../../../support/portal-model.ts'
import { describeDatabases } from '../../platform/database/describe-databases.ts'

describeDatabases('the kept numbers of items', (database) => {
  const db = () => database.handle.db
  const insert = (ids: readonly string[], status = 'online', category: string | null = 'E001') =>
    sql`insert into item (id, type, status, category, title, body)
      select id, 'equipment', ${status}::text, ${category}::text, id, '{}' from unnest(${ids}::text[]) t (id)`.execute(
      db(),
    )

  /** Groups whose kept number is not the counted one. */
  const differences = async (): Promise<unknown[]> => {
    const { rows } = await sql`
      select * from (select type, status, category, sum(n)::int as n from item_count group by 1, 2, 3 having sum(n) <> 0) kept
      full join (select type, status, coalesce(category, '') as category, count(*)::int as n from item group by 1, 2, 3) counted
        using (type, status, category, n)
      where kept.n is null or counted.n is null`.execute(db())
    return rows
  }

  test('equal the counted rows after inserts, moves, deletes and a rollback', async () => {
    await insert(['a', 'b', 'c', 'd'])
    await insert(['e', 'f'], 'draft', null)
    await sql`update item set status = 'offline' where id in ('a', 'b')`.execute(db())
    await sql`update item set category = 'E002', view_count = 3 where id in ('c', 'e')`.execute(db())
    await sql`update item set type = 'news', category = null where id = 'f'`.execute(db())
    await sql`delete from item where id in ('a', 'd')`.execute(db())
    const failing = db()
      .transaction()
      .execute(async (transaction) => {
        await sql`delete from item`.execute(transaction)
        throw new Error('taken back')
      })
    await expect(failing).rejects.toThrow('taken back')
    await sql`insert into item (id, type, status, title, body) values ('b', 'news', 'online', 'b', '{}')
      on conflict (id) do nothing`.execute(db())
    expect(await differences()).toEqual([])
  })

  test('equal the counted rows when parallel transactions write in any order and counts are folded', async () => {
    const kinds = ['equipment', 'news', 'company']
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let round = 0; round < 10; round++)
        await db()
          .transaction()
          .execute(async (transaction) => {
            const [first, second] = writer % 2 ? kinds : [...kinds].reverse()
            for (const type of [first, second])
              await sql`insert into item (id, type, status, title, body)
                values (${`${type}-${writer}-${round}`}, ${type}, 'online', 'x', '{}')`.execute(transaction)
          })
    })
    const folding = Array.from({ length: 5 }, () => foldCounts(db()))
    await Promise.all([...writers, ...folding])
    expect(await differences()).toEqual([])
    await foldCounts(db())
    expect(await differences()).toEqual([])
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from item_count where writer <> 0`.execute(db())
    expect(rows[0]?.n).toBe(0)
  })

  test('are the totals of lists without other filters than the category', async () => {
    const plan = findPlan(model, 'equipment')
    if (!plan) throw new Error('there is no equipment')
    const list = { type: 'equipment', action: 'list', fixed: {} } as const
    const ask = (params: Record<string, unknown>) => parseListQuery(plan, list, params, null)
    const text = (params: Record<string, unknown>) =>
      sql`${countStatement(plan, ask(params))}`.compile(db()).sql
    await insert(['g', 'h', 'i'], 'online', 'E002')
    for (const params of [
      {},
      { equipmentType: 'E002' },
      { equipmentType: 'E001,E002' },
      { sysCategoryId: 'C04' },
    ]) {
      expect(text(params)).toContain('from item_count')
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from item
        where type = 'equipment' and status = 'online' and ${
          'equipmentType' in params
            ? sql`category = any(string_to_array(${params.equipmentType}, ','))`
            : 'sysCategoryId' in params
              ? sql`category is not null`
              : sql`true`
        }`.execute(db())
      expect([params, await countAll(db(), plan, ask(params))]).toEqual([params, rows[0]?.n])
    }
    for (const params of [{ region: '44' }, { keyWord: '水泵' }, { ids: 'g' }, { isKey: 'true' }])
      expect(text(params)).toContain('from item where')
  })
})
