import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedVolume } from '../../../src/server/seed/seed-volume.ts'
import { seedWhenEmpty } from '../../../src/server/seed/seed-when-empty.ts'
import type { Field } from '../../../src/shared/content-model.ts'
import { resolveDate } from '../../../src/shared/date-offset.ts'
import { ONE_DATABASE } from '../database/each-database.ts'
import { type Answer, type ContentApp, openContentApp } from './content-app.ts'
import { loadRealContent } from './fixture.ts'

describe.each(ONE_DATABASE)('samples on $name', (database) => {
  let app: ContentApp
  beforeAll(async () => {
    app = await openContentApp(database, await loadRealContent())
  })
  afterAll(() => app.close())

  test('fill an empty database once', async () => {
    const samples = Object.values(app.services.model().samples).reduce((sum, rows) => sum + rows.length, 0)
    const [first, second] = await Promise.all([seedWhenEmpty(app.services), seedWhenEmpty(app.services)])
    expect([first, second].sort((a, b) => a - b)).toEqual([0, samples])
    expect(await seedWhenEmpty(app.services)).toBe(0)
  })

  test('keep every counter equal to its rows', async () => {
    const { rows } = await sql<{ wrong: number }>`
      select count(*)::int as wrong from item where like_count <>
        (select count(*) from reaction where target_kind = 'item' and target_id = item.id)
      or comment_count <> (select count(*) from comment where item_id = item.id)`.execute(app.services.db)
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

  test('are read through every list without a visitor seeing private fields', async () => {
    const model = app.services.model()
    const lists = model.operations.filter(({ content }) => content?.action === 'list')
    for (const { id, content } of lists) {
      const type = model.contentTypes.find(({ name }) => name === content?.type)
      // Where parents decide who reads a row, a list is asked for what lies under one, or for some.
      const some = type?.disclosure ? { ids: await idsOf(type.name) } : {}
      const { list } = await app.call('guest', id, { limit: 50, ...some })
      const hidden = type?.fields.flatMap(({ name, visible }) => (visible ? [name] : [])) ?? []
      for (const item of list) expect(Object.keys(item).filter((name) => hidden.includes(name))).toEqual([])
    }
  })

  test('any two neighbouring characters of a title find it', async () => {
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

  test('vary into volume', async () => {
    const type = 'news'
    const before = await app.call('guest', `${type}.list`, {})
    expect(await seedVolume(app.services, { type, items: 300 })).toBe(300)
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
  ] as const)('%s %s is %s', (type, value, expected) => {
    expect(resolveDate(field(type), value, now)).toBe(expected)
  })
})
