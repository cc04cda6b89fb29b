// Tests fields that count and sum up the items below: exact after every way of writing them, and used like other fields.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passMigrationGuard } from '#server/configuration/migration/migration-guard.ts'
import { ensureIndexes } from '#server/content/indexes/ensure-indexes.ts'
import { insertMany } from '#server/content/write/insert-items.ts'
import { createRandom } from '#server/transfer/seed/seed-volume.ts'
import { COUNTING, modelWith } from '../../../support/loan.ts'
import { DATABASES } from '../../platform/database/each-database.ts'
import { type Counting, openCounting } from './counting-app.ts'

const AVAILABLE = DATABASES.filter(({ isAvailable }) => isAvailable)
const OPERATIONS = 200
const CONTENT = 'schemas/content/tool.json'

describe.each(AVAILABLE)('fields that count children on $name', (database) => {
  let counting: Counting
  beforeAll(async () => {
    counting = await openCounting(database)
  }, 120_000)
  afterAll(() => counting?.app.close())

  const tool = async (title = '电钻') => (await counting.added('tool', { title })).id
  const repair = async (toolId: string, cost?: number) =>
    (await counting.added('repair', { toolId, ...(cost === undefined ? {} : { cost }) })).id
  const kept = async (id: string) => {
    const { repairs, repairCost } = await counting.read('tool', id)
    return { repairs, repairCost }
  }
  const recounted = async (id: string) => {
    const { rows } = await sql<{ repairs: number; cost: number }>`
      select count(*) filter (where status <> 'deleted')::int as repairs,
        coalesce(sum((body->>'cost')::numeric) filter (where status = 'done'), 0)::float8 as cost
      from item where type = 'repair' and parent_id = ${id}`.execute(counting.app.services.db)
    return { repairs: rows[0]?.repairs, repairCost: rows[0]?.cost }
  }

  test('begin at 0, and follow additions, edits, transitions, another parent and deletion', async () => {
    const [id, other] = [await tool(), await tool()]
    expect(await kept(id)).toEqual({ repairs: 0, repairCost: 0 })
    const first = await repair(id, 0.1)
    const second = await repair(id, 0.2)
    await repair(id)
    expect(await kept(id)).toEqual({ repairs: 3, repairCost: 0 })
    await counting.step('repair/finish', first)
    await counting.step('repair/finish', second)
    expect(await kept(id)).toEqual({ repairs: 3, repairCost: 0.3 })
    await counting.update('repair', second, { toolId: id, cost: 40.5 })
    expect(await kept(id)).toEqual({ repairs: 3, repairCost: 40.6 })
    await counting.update('repair', second, { toolId: id })
    expect(await kept(id)).toEqual({ repairs: 3, repairCost: 0.1 })
    await counting.update('repair', first, { toolId: other, cost: 7 })
    expect([await kept(id), await kept(other)]).toEqual([
      { repairs: 2, repairCost: 0 },
      { repairs: 1, repairCost: 7 },
    ])
    await counting.step('repair/delete', first)
    expect(await kept(other)).toEqual({ repairs: 0, repairCost: 0 })
  })

  test('are exact after 200 random operations, 8 at a time', async () => {
    const random = createRandom(7)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const tools = [await tool(), await tool(), await tool()]
    const repairs: string[] = []
    for (let done = 0; done < OPERATIONS; done += 8) {
      const works = Array.from({ length: 8 }, async () => {
        const [kind, toolId, cost] = [random(), pick(tools), Math.round(random() * 10_000) / 100]
        const id = repairs.length > 0 ? pick(repairs) : undefined
        if (kind < 0.35 || id === undefined) repairs.push(await repair(toolId, cost))
        else if (kind < 0.55) await counting.update('repair', id, { toolId, cost })
        else if (kind < 0.75) await counting.step('repair/finish', id)
        else if (kind < 0.85) await counting.step('repair/reopen', id)
        else if (kind < 0.95) await counting.step('repair/delete', id)
        else await counting.update('tool', toolId, { title: `电钻 ${Math.round(cost)}` })
      })
      await Promise.all(works)
    }
    for (const id of tools) expect(await kept(id)).toEqual(await recounted(id))
    expect((await kept(tools[0] as string)).repairs).toBeGreaterThan(0)
  }, 120_000)

  test('are counted for rows that are stored at once, and before their parent is', async () => {
    const row = (id: string, type: string, body: object, parentId: string | null = null) => ({
      ...{ id, type, parentId, ownerId: null, category: null, region: null, title: '批量', search: '' },
      ...{ status: type === 'tool' ? 'open' : 'done', body: body as never, publishedAt: null },
      createdAt: new Date(),
    })
    const { db } = counting.app.services
    await insertMany(
      db,
      Array.from({ length: 700 }, (_, index) => row(`bulk${index}`, 'repair', { cost: 2 }, 'bulkTool')),
    )
    await insertMany(db, [row('bulkTool', 'tool', { title: '批量' })])
    expect(await kept('bulkTool')).toEqual({ repairs: 700, repairCost: 1400 })
    await insertMany(db, [row('bulkLater', 'repair', { cost: 5 }, 'bulkTool')])
    await sql`delete from item where id in ('bulk0', 'bulk1')`.execute(db)
    expect(await kept('bulkTool')).toEqual({ repairs: 699, repairCost: 1401 })
  })

  test('are written by nobody else, and leave the revision of the parent', async () => {
    const id = await tool()
    const before = await counting.read('tool', id)
    await counting.step('repair/finish', await repair(id, 12))
    const after = await counting.read('tool', id)
    expect(after).toMatchObject({ repairs: 1, repairCost: 12, revision: before.revision })
    expect(after.updatedAt).toBe(before.updatedAt)
    const sent = await counting.add('tool', { title: '电锯', repairs: 5 })
    expect([sent.status, sent.errors?.[0]?.path]).toEqual([400, '/repairs'])
    // Whoever writes an older body leaves the count as it is.
    const { db } = counting.app.services
    await sql`update item set body = body || '{"repairs": 99, "title": "电钻二"}' where id = ${id}`.execute(
      db,
    )
    expect(await counting.read('tool', id)).toMatchObject({ repairs: 1, title: '电钻二' })
  })

  test('filter and sort a list, whose cached answer expires with a child', async () => {
    const [cheap, dear] = [await tool('列表便宜'), await tool('列表昂贵')]
    const list = async () => {
      const answer = await counting.app.get<{ list: { id: string; repairCost: number }[] }>(
        '/newapi/tool/list?repairCostFrom=3000&sortBy=repairCost&sortOrder=desc',
      )
      return answer.data.list.map(({ id, repairCost }) => [id, repairCost])
    }
    const first = await repair(cheap, 3000)
    await counting.step('repair/finish', first)
    expect(await list()).toEqual([[cheap, 3000]])
    await counting.step('repair/finish', await repair(dear, 4000))
    expect(await list()).toEqual([
      [dear, 4000],
      [cheap, 3000],
    ])
    await counting.step('repair/delete', first)
    expect(await list()).toEqual([[dear, 4000]])
  })

  test('are computed for what was there before they were declared, and dropped with their declaration', async () => {
    const { db } = counting.app.services
    const { aggregates: _aggregates, ...file } = COUNTING[CONTENT] as unknown as Record<string, unknown>
    const without = modelWith({ ...COUNTING, [CONTENT]: file as never })
    const id = await tool()
    await ensureIndexes(db, without)
    await counting.step('repair/finish', await repair(id, 30))
    const stored = async () =>
      (await sql<{ n: number }>`select (body->>'repairs')::int as n from item where id = ${id}`.execute(db))
        .rows[0]?.n
    expect(await stored()).toBe(0)
    await ensureIndexes(db, counting.app.services.model())
    expect(await stored()).toBe(1)
    await repair(id)
    expect(await stored()).toBe(2)
    expect(await ensureIndexes(db, counting.app.services.model())).toBe(0)
  })

  test('are counted anew where a migration renames a state, and the configuration the field', async () => {
    const { services } = counting.app
    const [options, id] = [{ root: counting.app.source.root, isConfirmed: true }, await tool('改名电钻')]
    expect(await passMigrationGuard(services, services.model(), options)).toEqual([])
    await counting.step('repair/finish', await repair(id, 8))
    const text = JSON.stringify(COUNTING)
      .replaceAll('"repairCost"', '"spent"')
      .replaceAll('"done"', '"mended"')
    const model = modelWith({
      ...(JSON.parse(text) as typeof COUNTING),
      'schemas/migrations/2026-12.json': {
        $schema: '../config/migration.schema.json',
        title: '改名',
        steps: [{ rename: 'state', in: 'repair', from: 'done', to: 'mended' }],
      } as never,
    })
    expect((await passMigrationGuard(services, model, options)).map(({ message }) => message)).toEqual([])
    await ensureIndexes(services.db, model)
    const { rows } = await sql<{ body: object }>`select body from item where id = ${id}`.execute(services.db)
    expect(rows[0]?.body).toMatchObject({ repairs: 1, spent: 8 })
  })
})
