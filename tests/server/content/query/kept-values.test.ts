// Tests that the kept numbers of facets and statistics equal the counted ones after random writes, whoever asks.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureIndexes } from '#server/content/indexes/ensure-indexes.ts'
import { foldCounts } from '#server/content/indexes/renewal.ts'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import { model } from '../../../support/portal-model.ts'
import { AVAILABLE, type ContentApp, openContentApp, type Person } from '../content-app.ts'

const WRITES = 150
const PEOPLE: readonly Person[] = ['guest', 'other', 'operator']
const CATEGORIES = ['E001', 'E002', 'E003']
const REGIONS = ['4403', '4401', '1101', '', null]
const STATES = ['online', 'offline', 'draft', 'online']
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
  async function write(seed: number): Promise<void> {
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
      })
      const some = sql`(select id from item where type in ('equipment', 'news') order by md5(id || ${turn}) limit ${Math.ceil(random() * 3)})`
      switch (one(['add', 'add', 'add', 'edit', 'edit', 'move', 'view', 'delete', 'type'] as const)) {
        case 'add':
          await sql`insert into item (id, type, status, category, region, title, body, published_at)
            select ${`${seed}-${turn}-`} || n, 'equipment', ${status}::text, ${category}::text, ${region}::text, 'x', ${body}::jsonb,
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
          await sql`update item set type = case type when 'news' then 'equipment' else 'news' end where id in ${some}`.execute(
            db(),
          )
          break
        default:
          await sql`delete from item where id in ${some}`.execute(db())
      }
    }
  }

  /** Counted item by item, as nothing of the portal counts. */
  async function counted(field: string, category?: string): Promise<readonly Choice[]> {
    const values = {
      region: `select left(region, 2) as value`,
      application: `select jsonb_array_elements_text(case jsonb_typeof(body->'application') when 'array' then body->'application' else '[]' end) as value`,
      isKey: `select coalesce(body->>'isKey', 'false') as value`,
      equipmentType: `select category as value`,
    }[field]
    const { rows } =
      await sql<Choice>`select one.value, count(*)::int as count from item, lateral (${sql.raw(values ?? '')}) one
      where type = 'equipment' and status = 'online' and one.value is not null
        and ${category === undefined ? sql`true` : sql`category = ${category}`} group by 1`.execute(db())
    return rows
  }

  const sorted = (choices: readonly Choice[]): string[] =>
    choices
      .filter(({ value }) => value !== '')
      .map(({ value, count }) => `${value} ${count}`)
      .sort()

  async function expectKept(): Promise<void> {
    for (const person of PEOPLE) {
      // An answer that is kept for all is as old as the versions of its content, which statements here leave alone.
      await sql`insert into content_version values ('equipment#0', 1)
        on conflict (type) do update set version = content_version.version + 1`.execute(db())
      app.services.cache.changed('equipment')
      const facets = async (params: Record<string, unknown>) =>
        (await app.call(person, 'equipment.facets', params)).facets as readonly {
          readonly field: string
          readonly items: readonly Choice[]
        }[]
      for (const params of [{}, { equipmentType: 'E002' }])
        for (const { field, items } of await facets(params)) {
          if (!['region', 'application', 'isKey', 'equipmentType'].includes(field)) continue
          const category = field === 'equipmentType' ? undefined : params.equipmentType
          expect([person, params, field, sorted(items)]).toEqual([
            person,
            params,
            field,
            sorted(await counted(field, category)),
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
