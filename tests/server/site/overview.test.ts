// Tests that the overview counts what a parent discloses as the items say, after random writes and parallel ones.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureIndexes } from '#server/content/indexes/ensure-indexes.ts'
import { foldCounts } from '#server/content/indexes/renewal.ts'
import type { Call } from '#server/platform/call.ts'
import { statHandlers } from '#server/site/statistics/stat-handlers.ts'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import { model } from '../../support/portal-model.ts'
import { AVAILABLE, type ContentApp, openContentApp } from '../content/content-app.ts'
import { statementsOf } from '../support/statements.ts'

const WRITES = 200
const PARENTS = ['p0', 'p1', 'p2', 'p3', 'p4', 'later']
const STATES = ['online', 'offline', 'pending', 'online']

describe.each(AVAILABLE)('overview of disclosed items on $name', (database) => {
  let app: ContentApp
  beforeAll(async () => {
    app = await openContentApp(database, model)
  }, 120_000)
  afterAll(() => app?.close())
  const db = () => app.services.db

  const overview = async () => {
    app.services.cache.changed('demandScheme')
    const call = { services: app.services, params: {} } as unknown as Call // all that it asks for
    const answer = (await statHandlers['stat.overview']?.(call)) as { readonly json: string }
    const counts = JSON.parse(answer.json) as readonly { readonly type: string; readonly count: number }[]
    return counts.find(({ type }) => type === 'demandScheme')?.count ?? 0
  }

  async function expectCounted(): Promise<void> {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from item c join item p on p.id = c.parent_id
      where c.type = 'demandScheme' and c.status = 'online' and p.type = 'demand' and p.status = 'online'
        and p.body->>'schemeDisclosure' = '2'`.execute(db())
    const { all, answer } = await statementsOf(overview)
    expect(answer).toBe(rows[0]?.n)
    expect(all.some((text) => text.includes(':disclosed'))).toBe(true)
  }

  const addParents = (ids: readonly string[], status: string, choice: string | null) =>
    sql`insert into item (id, type, status, title, body)
      select id, 'demand', ${status}::text, id, jsonb_build_object('schemeDisclosure', ${choice}::text)
      from unnest(${ids}::text[]) t (id) on conflict (id) do nothing`.execute(db())
  const addChildren = (prefix: string, parent: string, status: string) =>
    sql`insert into item (id, type, status, parent_id, title, body)
      select ${prefix} || n, 'demandScheme', ${status}::text, ${parent}::text, 'x', '{}' from generate_series(1, 3) n`.execute(
      db(),
    )

  async function write(seed: number): Promise<void> {
    const random = createRandom(seed)
    const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
    for (let turn = 0; turn < WRITES; turn++) {
      const some = (type: string) =>
        sql`(select id from item where type = ${type} order by md5(id || ${turn}) limit ${Math.ceil(random() * 3)})`
      const choice = one(['1', '2', '2', null])
      switch (
        one(['parent', 'child', 'child', 'state', 'choice', 'move', 'away', 'both', 'none', 'type'] as const)
      ) {
        case 'parent':
          await addParents([one(PARENTS), one(PARENTS)].slice(0, one([1, 2])), one(STATES), choice)
          break
        case 'child':
          await addChildren(`${seed}-${turn}-`, one(PARENTS), one(STATES))
          break
        case 'state':
          await sql`update item set status = ${one(STATES)} where id in ${some(one(['demand', 'demandScheme']))}`.execute(
            db(),
          )
          break
        case 'choice':
          await sql`update item set body = jsonb_build_object('schemeDisclosure', ${choice}::text) where id in ${some('demand')}`.execute(
            db(),
          )
          break
        case 'move':
          await sql`update item set parent_id = ${one([...PARENTS, null])}, category = ${one(['a', null])} where id in ${some('demandScheme')}`.execute(
            db(),
          )
          break
        case 'away':
          await sql`delete from item where id in ${some(one(['demand', 'demandScheme']))}`.execute(db())
          break
        case 'both':
          await sql`insert into item (id, type, status, parent_id, title, body) values
            (${`both-${seed}-${turn}`}, 'demand', 'online', null, 'x', '{"schemeDisclosure": "2"}'),
            (${`of-${seed}-${turn}`}, 'demandScheme', 'online', ${`both-${seed}-${turn}`}, 'x', '{}')`.execute(
            db(),
          )
          break
        case 'none':
          await sql`delete from item where id in ${some('demand')} or parent_id in ${some('demand')}`.execute(
            db(),
          )
          break
        default:
          await sql`update item set type = case type when 'demand' then 'deliver' else 'demand' end
            where type in ('demand', 'deliver') and md5(id || ${turn}) < '4'`.execute(db())
      }
    }
  }

  test('equals the counted items after random writes, before and after their rows are joined', async () => {
    for (const seed of [1, 2, 3]) {
      await write(seed)
      await expectCounted()
      await foldCounts(db())
      await expectCounted()
    }
    await addParents(['shown'], 'online', '2')
    await addChildren('shown-', 'shown', 'online')
    expect(await overview()).toBeGreaterThanOrEqual(3)
    await expectCounted()
  }, 120_000)

  test('equals the counted items when parents and children are written at the same time', async () => {
    await addParents(['busy'], 'online', '1')
    const children = Array.from({ length: 6 }, async (_, writer) => {
      for (let round = 0; round < 10; round++)
        await db()
          .transaction()
          .execute(async (transaction) => {
            await sql`insert into item (id, type, status, parent_id, title, body)
              values (${`busy-${writer}-${round}`}, 'demandScheme', 'online', 'busy', 'x', '{}')`.execute(
              transaction,
            )
            await sql`select ${round}`.execute(transaction)
          })
    })
    const parent = (async () => {
      for (let round = 0; round < 25; round++)
        await sql`update item set body = jsonb_build_object('schemeDisclosure', ${round % 2 ? '1' : '2'}::text)
          where id = 'busy'`.execute(db())
    })()
    await Promise.all([...children, parent])
    await expectCounted()
    expect(await overview()).toBeGreaterThanOrEqual(60)
  }, 120_000)

  test('is counted item by item once another configuration has ended the counting', async () => {
    const others = {
      ...model,
      contentTypes: model.contentTypes.map((type) => {
        const { disclosure: _disclosure, ...rest } = type
        return rest
      }),
    }
    await ensureIndexes(db(), others)
    await write(4)
    await expectCounted()
    await ensureIndexes(db(), model)
    await write(5)
    await expectCounted()
  }, 120_000)
})
