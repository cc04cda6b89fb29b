// Tests reading and writing values of every type on every kind of database.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { describeDatabases } from './describe-databases.ts'

const row = (id: string, body: JsonObject = {}) => ({ id, type: 'demand', status: 'online', title: id, body })

const VALUES: readonly [string, string, unknown][] = [
  ['int8', '9007199254740991::int8', 9007199254740991],
  ['count', '(select count(*) from (values (1), (2)) rows)', 2],
  ['sum', '(select sum(n) from (values (1::int8), (2)) rows (n))', 3],
  ['numeric', '1.50::numeric', 1.5],
  ['int4', '7', 7],
  ['float8', '0.1::float8', 0.1],
  ['boolean', 'true', true],
  ['text', `'中文'`, '中文'],
  ['null', 'null', null],
  ['date', `date '2026-02-03'`, '2026-02-03'],
  ['timestamptz', `timestamptz '2026-02-03 04:05:06.789+08'`, new Date('2026-02-02T20:05:06.789Z')],
  ['json object', `'{"a_b": {"c_d": [1, "x", null]}}'::jsonb`, { a_b: { c_d: [1, 'x', null] } }],
  ['json array', `'[1, {"a_b": 2}]'::jsonb`, [1, { a_b: 2 }]],
  ['json string', `'"x"'::jsonb`, 'x'],
  ['int4 array', 'array[1, 2]', [1, 2]],
  ['text array', `array['a', 'b,"c']`, ['a', 'b,"c']],
  ['bytes', `'\\x01ff'::bytea`, Buffer.from([1, 255])],
]

describeDatabases('values', (database) => {
  it.each(VALUES)('are read as JavaScript values: %s', async (_name, expression, expected) => {
    const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(
      database.handle.db,
    )
    expect(rows).toEqual([{ value: expected }])
  })

  it('are refused when an int8 exceeds the safe integers', async () => {
    await expect(sql`select 9007199254740993::int8`.execute(database.handle.db)).rejects.toThrow(
      /safe integers/,
    )
  })

  it('are accepted as parameters: number, date, boolean and null', async () => {
    const time = new Date('2026-01-02T03:04:05.678Z')
    const { rows } = await sql`
      select ${1}::int8 as a, ${time}::timestamptz as b, ${null}::text as c, ${5}::text as d, ${true}::bool as e`.execute(
      database.handle.db,
    )
    expect(rows).toEqual([{ a: 1, b: time, c: null, d: '5', e: true }])
  })

  it('keep the keys inside JSON, and convert column names to camel case', async () => {
    const body = { snake_case: 1, camelCase: { deep_key: [{ x_y: 1 }] }, __proto__x: 'kept' }
    await database.handle.db
      .insertInto('item')
      .values({ ...row('keys', body), ownerId: 'someone' })
      .execute()
    const found = await database.handle.db
      .selectFrom('item')
      .selectAll()
      .where('id', '=', 'keys')
      .executeTakeFirstOrThrow()
    expect(found).toMatchObject({ ownerId: 'someone', viewCount: 0, revision: 1, parentId: null })
    expect(found.body).toEqual(body)
  })

  it('keep times to the millisecond, so that a comparison matches', async () => {
    await database.handle.db.insertInto('item').values(row('time')).execute()
    const one = database.handle.db.selectFrom('item').selectAll().where('id', '=', 'time')
    const { createdAt } = await one.executeTakeFirstOrThrow()
    expect(await one.where('createdAt', '=', createdAt).execute()).toHaveLength(1)
    expect(createdAt.getTime()).toBeLessThanOrEqual(Date.now())
  })

  it('are written as JSON text of any shape', async () => {
    await database.handle.db
      .insertInto('setting')
      .values({ key: 'list', value: JSON.stringify([1, { a_b: 2 }]) })
      .execute()
    const { value } = await database.handle.db.selectFrom('setting').select('value').executeTakeFirstOrThrow()
    expect(value).toEqual([1, { a_b: 2 }])
  })

  it('are counted: an update returns the number of its rows', async () => {
    await database.handle.db
      .insertInto('item')
      .values([row('many-1'), row('many-2')])
      .execute()
    const result = await database.handle.db
      .updateTable('item')
      .set({ likeCount: 1 })
      .where('id', 'like', 'many-%')
      .executeTakeFirst()
    expect(result.numUpdatedRows).toBe(2n)
  })

  it('are read and written as a text of two million characters', async () => {
    const text = '应急'.repeat(1_000_000)
    const { rows } = await sql<{ text: string }>`select ${text}::text as text`.execute(database.handle.db)
    expect(rows[0]?.text === text).toBe(true)
  })

  it('are read from 50,000 rows', async () => {
    const { rows } = await sql<{ n: number }>`select n from generate_series(1, 50000) n`.execute(
      database.handle.db,
    )
    expect(rows.length).toBe(50_000)
    expect(rows.at(-1)).toEqual({ n: 50_000 })
  })
})
