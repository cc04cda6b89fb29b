// Tests that the kept numbers of facets and statistics equal the counted ones after random writes, whoever asks.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureIndexes } from '#server/content/indexes/ensure-indexes.ts'
import { foldCounts } from '#server/content/indexes/renewal.ts'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import { model } from '../../../support/portal-model.ts'
import { statementsOf } from '../../support/statements.ts'
import { type Answer, AVAILABLE, type ContentApp, openContentApp, type Person } from '../content-app.ts'

const WRITES = 150
const PEOPLE: readonly Person[] = ['guest', 'other', 'operator']
const CATEGORIES = ['E001', 'E002', 'E003']
const REGIONS = ['4403', '4401', '1101', '', null]
const STATES = ['online', 'offline', 'draft', 'online']
const BUDGETS = [0.1, 0.2, 120.5, -3, 7, 7, 'many', null]
const APPLICATIONS = [['AP01'], ['AP01', 'AP02'], [], ['AP02', 'AP02'], 'AP01', null]

interface Choice {
  readonly value: string
  readonly count: number
}

describe.each(AVAILABLE)('kept numbers of values on $name', (database) => {
  let app: ContentApp
  beforeAll(async () => {
    app = await openContentApp(database, model)
  }, 120_000)
  afterAll(() => app?.close())
  const db = () => app.services.db

  /** Writes as imports, timers, effects and people do, several rows in a statement. */
  async function write(seed: number, type = 'equipment'): Promise<void> {
    const random = createRandom(seed)
    const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
    for (let turn = 0; turn < WRITES; turn++) {
      const [status, category, region] = [one(STATES), one(CATEGORIES), one(REGIONS)]
      const body = JSON.stringify({
        equipmentType: category,
        ...(region === null ? {} : { region }),
        application: one(APPLICATIONS),
        isKey: one([true, false, null]),
        companyId: one(['c1', 'c2', null]),
        urgency: one(['1', '2', null]),
        demandType: one(['1', '2', '3']),
        budget: one(BUDGETS),
      })
      const some = sql`(select id from item where type in (${type}, 'news') order by md5(id || ${turn}) limit ${Math.ceil(random() * 3)})`
      switch (one(['add', 'add', 'add', 'edit', 'edit', 'move', 'view', 'delete', 'type'] as const)) {
        case 'add':
          await sql`insert into item (id, type, status, category, region, title, body, published_at)
            select ${`${seed}-${turn}-`} || n, ${type}, ${status}::text, ${category}::text, ${region}::text, 'x', ${body}::jsonb,
              now() - make_interval(days => n * ${turn}) from generate_series(1, 3) n`.execute(db())
          break
        case 'edit':
          await sql`update item set body = ${body}::jsonb, category = ${category}::text, region = ${region}::text where id in ${some}`.execute(
            db(),
          )
          break
        case 'move':
          await sql`update item set status = ${status} where id in ${some}`.execute(db())
          break
        case 'view':
          await sql`update item set view_count = view_count + 1 where id in ${some}`.execute(db())
          break
        case 'type':
          await sql`update item set type = case type when 'news' then ${type} else 'news' end where id in ${some}`.execute(
            db(),
          )
          break
        default:
          await sql`delete from item where id in ${some}`.execute(db())
      }
    }
  }

  /** Counted item by item, as nothing of the portal counts. */
  async function counted(field: string, category?: string, province?: string): Promise<readonly Choice[]> {
    const values = {
      region: `select left(region, 2) as value`,
      application: `select jsonb_array_elements_text(case jsonb_typeof(body->'application') when 'array' then body->'application' else '[]' end) as value`,
      isKey: `select coalesce(body->>'isKey', 'false') as value`,
      equipmentType: `select category as value`,
    }[field]
    const { rows } =
      await sql<Choice>`select one.value, count(*)::int as count from item, lateral (${sql.raw(values ?? '')}) one
      where type = 'equipment' and status = 'online' and one.value is not null
        and ${category === undefined ? sql`true` : sql`category = ${category}`}
        and ${province === undefined ? sql`true` : sql`left(region, 2) = ${province}`} group by 1`.execute(
        db(),
      )
    return rows
  }

  const sorted = (choices: readonly Choice[]): string[] =>
    choices
      .filter(({ value }) => value !== '')
      .map(({ value, count }) => `${value} ${count}`)
      .sort()

  /** An answer that is kept for all is as old as the versions of its content, which statements here leave alone. */
  async function outdate(type: string): Promise<void> {
    await sql`insert into content_version values (${`${type}#0`}, 1)
      on conflict (type) do update set version = content_version.version + 1`.execute(db())
    app.services.cache.changed(type)
  }

  async function expectKept(): Promise<void> {
    for (const person of PEOPLE) {
      await outdate('equipment')
      const facets = async (params: Record<string, unknown>) =>
        (await app.call(person, 'equipment.facets', params)).facets as readonly {
          readonly field: string
          readonly items: readonly Choice[]
        }[]
      for (const params of [
        {},
        { equipmentType: 'E002' },
        { region: '44' },
        { region: '440000', equipmentType: 'E001' },
      ])
        for (const { field, items } of await facets(params)) {
          if (!['region', 'application', 'isKey', 'equipmentType'].includes(field)) continue
          const category = field === 'equipmentType' ? undefined : params.equipmentType
          const province = field === 'region' ? undefined : params.region?.slice(0, 2)
          expect([person, params, field, sorted(items)]).toEqual([
            person,
            params,
            field,
            sorted(await counted(field, category, province)),
          ])
        }
      const { groups } = await app.call(person, 'equipment.statistic')
      for (const { field, items } of groups)
        expect([person, field, sorted(items)]).toEqual([person, field, sorted(await counted(field))])
    }
  }

  test('equal the counted ones after random writes, before and after their rows are joined', async () => {
    await write(1)
    await expectKept()
    await foldCounts(db())
    await write(2)
    await expectKept()
  }, 120_000)

  /** With the summary of the number, which a text has not. */
  async function summed(group: string): Promise<readonly unknown[]> {
    const { rows } = await sql`
      select value, count(*)::int as count, jsonb_build_array(count(n)::int, sum(n)::float8, avg(n)::float8, min(n)::float8, max(n)::float8) as summary
      from (select ${sql.raw(group)} as value, case jsonb_typeof(body->'budget') when 'number' then (body->>'budget')::numeric end as n
        from item where type = 'demand' and status = 'online') one
      where value is not null group by 1 order by 1`.execute(db())
    return rows
  }

  const GROUPS: Readonly<Record<string, string>> = {
    publishedAt: `to_char(published_at at time zone 'Asia/Shanghai', 'YYYY-MM')`,
    region: 'left(region, 2)',
    urgency: `body->>'urgency'`,
    demandType: `body->>'demandType'`,
  }

  async function expectSums(): Promise<void> {
    await outdate('demand')
    const { all, answer } = await statementsOf(() => app.call('guest', 'demand.statistic'))
    const { totalCount, numbers, groups } = answer
    const summaryOf = (one: readonly Readonly<Record<string, unknown>>[] = []) =>
      one.map(({ count, sum, average, minimum, maximum }) => [count, sum, average, minimum, maximum])[0]
    expect([{ value: '', count: totalCount, summary: summaryOf(numbers) }]).toEqual(await summed(`''`))
    for (const { field, items } of groups) {
      const kept = (items as readonly Readonly<Record<string, Answer>>[])
        .map(({ value, count, numbers: own }) => ({ value, count, summary: summaryOf(own) }))
        .sort((a, b) => (a.value < b.value ? -1 : 1))
      expect([field, kept]).toEqual([field, await summed(GROUPS[field] ?? '')])
    }
    expect(all.filter((text) => text.includes('avg('))).toEqual([])
  }

  test('sums, averages, least and greatest numbers equal those of the items after random writes', async () => {
    await write(5, 'demand')
    await expectSums()
    await foldCounts(db())
    await write(6, 'demand')
    await expectSums()
  }, 120_000)

  test('are the totals of lists with a filter, a category and a province', async () => {
    await write(7, 'demand')
    await outdate('demand')
    for (const [params, where, isKept = true] of [
      [{ urgency: '2' }, `body->>'urgency' = '2'`],
      [{ urgency: '1,2' }, `body->>'urgency' in ('1', '2')`],
      [{ region: '44' }, `region like '44%'`],
      [{ region: '440000', urgency: '2' }, `region like '44%' and body->>'urgency' = '2'`],
      [
        { region: '11', urgency: '1', sysCategoryId: 'E002' },
        `region like '11%' and body->>'urgency' = '1' and category = 'E002'`,
      ],
      // Of these the items are counted.
      [{ region: '4403', urgency: '2' }, `region like '4403%' and body->>'urgency' = '2'`, false],
      [{ demandType: '1', urgency: '2' }, `body->>'demandType' = '1' and body->>'urgency' = '2'`, false],
    ] as const) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from item
        where type = 'demand' and status = 'online' and ${sql.raw(where)}`.execute(db())
      const { all, answer } = await statementsOf(() => app.call('guest', 'demand.showlist', params))
      expect([params, answer.totalCount]).toEqual([params, rows[0]?.n])
      expect(all.some((text) => text.includes('from item_count'))).toBe(isKept)
      expect(answer.totalCount).toBeGreaterThan(0)
    }
  }, 120_000)

  test('are the total of the console where whoever asks may read every item of the type', async () => {
    await write(8, 'demand')
    await outdate('demand')
    for (const params of [{}, { status: 'offline' }, { sysCategoryId: 'E002' }] as const) {
      const { rows } = await sql<{
        n: number
      }>`select count(*)::int as n from item where type = 'demand' and status <> 'draft'
        ${'status' in params ? sql`and status = ${params.status}` : sql``}
        ${'sysCategoryId' in params ? sql`and category = ${params.sysCategoryId}` : sql``}`.execute(db())
      const { all, answer } = await statementsOf(() => app.call('operator', 'demand.manage', params))
      expect([params, answer.totalCount]).toEqual([params, rows[0]?.n])
      expect(all.filter((text) => text.includes('count(*)'))).toEqual([])
      expect(answer.totalCount).toBeGreaterThan(0)
    }
    // The owner of nothing reads what is public.
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from item
      where type = 'demand' and status = 'online'`.execute(db())
    expect((await app.call('other', 'demand.list')).totalCount).toBe(rows[0]?.n)
  }, 120_000)

  test('are not read once another configuration has ended the counting, and counted anew when it is back', async () => {
    const others = {
      ...model,
      operations: model.operations.filter(({ content }) => content?.type !== 'equipment'),
    }
    await ensureIndexes(db(), others)
    await write(3)
    await expectKept()
    await ensureIndexes(db(), model)
    await write(4)
    await expectKept()
  }, 120_000)
})
