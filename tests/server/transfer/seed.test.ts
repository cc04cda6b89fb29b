// Tests sample data: the first start of an empty database, accounts, counters, volume for measurements.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bulkLoad } from '#server/transfer/seed/bulk-load.ts'
import { seedVolume } from '#server/transfer/seed/seed-volume.ts'
import { seedWhenEmpty } from '#server/transfer/seed/seed-when-empty.ts'
import { resolveDate } from '#shared/formats/date-offset.ts'
import type { Field } from '#shared/model/content-model.ts'
import { model as portal } from '../../support/portal-model.ts'
import { type Answer, type ContentApp, openContentApp } from '../content/content-app.ts'
import { ONE_DATABASE } from '../platform/database/each-database.ts'

describe.each(ONE_DATABASE)('samples on $name', (database) => {
  let app: ContentApp
  let indexes: readonly string[]
  beforeAll(async () => {
    app = await openContentApp(database, portal)
    indexes = await loadIndexes()
  })
  afterAll(() => app.close())

  const loadIndexes = async (): Promise<readonly string[]> => {
    const { rows } = await sql<{ made: string }>`select indexdef as made from pg_indexes
      where tablename in ('item', 'parameter_value') and schemaname = current_schema() order by 1`.execute(
      app.services.db,
    )
    return rows.map(({ made }) => made)
  }

  /** Rows of the projection that differ from what the trigger would have put there. */
  const countStray = async (): Promise<number> => {
    const { rows } = await sql<{ stray: number }>`
      with due as (select made.* from item, lateral parameter_row(item) made)
      select ((select count(*) from (select * from due except select * from parameter_value) lacking)
        + (select count(*) from (select * from parameter_value except select * from due) wrong))::int as stray
    `.execute(app.services.db)
    return rows[0]?.stray ?? Number.NaN
  }

  test('fill an empty database once', async () => {
    const samples = Object.values(app.services.model().samples).reduce((sum, rows) => sum + rows.length, 0)
    const [first, second] = await Promise.all([seedWhenEmpty(app.services), seedWhenEmpty(app.services)])
    expect([first, second].sort((a, b) => a - b)).toEqual([0, samples])
    expect(await seedWhenEmpty(app.services)).toBe(0)
  })

  test('create an account without a password, linked to its entry, for each entry that names one', async () => {
    const companies = app.services.model().samples.company as readonly Record<string, string>[]
    const named = companies
      .filter(({ _account }) => _account !== undefined)
      .sort((a, b) => ((a._account ?? '') < (b._account ?? '') ? -1 : 1))
    expect(named.length).toBeGreaterThan(10)
    const rows = await app.services.db
      .selectFrom('account')
      .select(['userName', 'name', 'role', 'directoryId', 'directoryKeeps', 'passwordHash'])
      .where(
        'userName',
        'in',
        named.map(({ _account = '' }) => _account),
      )
      .orderBy('userName')
      .execute()
    expect(rows).toEqual(
      named.map(({ _account, _id, name }) => ({
        userName: _account,
        name,
        role: 'supplier',
        directoryId: _id,
        directoryKeeps: false,
        passwordHash: '!',
      })),
    )
  })

  test('leave the same indexes and projection as writing item by item', async () => {
    expect(await loadIndexes()).toEqual(indexes)
    expect(await countStray()).toBe(0)
    const { rows } = await sql<{ enabled: string }>`
      select tgenabled as enabled from pg_trigger where tgname = 'item_parameters'`.execute(app.services.db)
    expect(rows.map(({ enabled }) => enabled)).toEqual(['O'])
  })

  test('leave indexes and projection unchanged when a bulk load fails midway', async () => {
    const { db, database: handle } = app.services
    const loading = db.transaction().execute((transaction) =>
      bulkLoad(
        transaction,
        { kind: handle.kind, model: app.services.model(), types: ['equipment'] },
        async () => {
          await transaction.deleteFrom('item').where('type', '=', 'equipment').execute()
          throw new Error('midway')
        },
      ),
    )
    await expect(loading).rejects.toThrow('midway')
    expect(await loadIndexes()).toEqual(indexes)
    expect(await countStray()).toBe(0)
  })

  test('keep every counter equal to its rows', async () => {
    const { rows } = await sql<{ wrong: number }>`
      select count(*)::int as wrong from item
        left join (select target_id as id, count(*) as held from reaction where target_kind = 'item' group by 1) liked using (id)
        left join (select item_id as id, count(*) as held from comment group by 1) said using (id)
        where like_count <> coalesce(liked.held, 0) or comment_count <> coalesce(said.held, 0)`.execute(
      app.services.db,
    )
    expect(rows[0]?.wrong).toBe(0)
  })

  const idsOf = async (type: string): Promise<string> => {
    const rows = await app.services.db
      .selectFrom('item')
      .select('id')
      .where('type', '=', type)
      .limit(50)
      .execute()
    return rows.map(({ id }) => id).join(',')
  }

  test('show a visitor no private field in any public list', async () => {
    const model = app.services.model()
    const lists = model.operations.filter(
      ({ access, content }) => content?.action === 'list' && access.includes('anyone'),
    )
    for (const { id, content } of lists) {
      const type = model.contentTypes.find(({ name }) => name === content?.type)
      // Where parents decide who reads a row, a list is asked for what lies under one, or for some.
      const some = type?.disclosure ? { ids: await idsOf(type.name) } : {}
      const { list } = await app.call('guest', id, { limit: 50, ...some })
      const hidden = type?.fields.flatMap(({ name, visible }) => (visible ? [name] : [])) ?? []
      for (const item of list) expect(Object.keys(item).filter((name) => hidden.includes(name))).toEqual([])
    }
  })

  test('are found by any two adjacent Chinese characters of their titles', async () => {
    const { rows } = await sql<{ id: string; type: string; title: string }>`
      select distinct on (type) id, type, title from item where status = 'online' order by type, id`.execute(
      app.services.db,
    )
    const model = app.services.model()
    for (const { id, type, title } of rows) {
      const heading = model.contentTypes.find(({ name }) => name === type)
      const operation = model.operations.find(
        ({ content }) => content?.type === type && content.action === 'list',
      )
      if (
        !operation ||
        !heading?.fields.some((field) => field.name === heading.heading && field.search === 'A')
      )
        continue
      const pairs = title.match(/\p{Script=Han}{2}/gu) ?? []
      for (const keyWord of pairs) {
        const { list } = await app.call('guest', operation.id, { keyWord, ids: id })
        expect([title, keyWord, list.map((item: Answer) => item.id)]).toEqual([title, keyWord, [id]])
      }
    }
  })

  test('are multiplied to 300 more items by seedVolume', async () => {
    const type = 'news'
    const before = await app.call('guest', `${type}.list`, {})
    expect(await seedVolume(app.services, [{ type, items: 300 }])).toBe(300)
    const after = await app.call('guest', `${type}.list`, {})
    expect(after.totalCount).toBe(before.totalCount + 300)
  })
})

describe('dates in samples', () => {
  const now = new Date('2026-11-21T20:00:00Z') // the 22nd in China
  const field = (type: 'date' | 'date-time' | 'text') => ({ type }) as Field
  test.each([
    ['date', '@+20d', '2026-12-12'],
    ['date', '@-3d', '2026-11-19'],
    ['date-time', '@+1d', '2026-11-23T01:00:00.000Z'],
    ['text', 'plain', 'plain'],
  ] as const)('resolve as %s the value %s to %s', (type, value, expected) => {
    expect(resolveDate(field(type), value, now)).toBe(expected)
  })
})
