// Owns the cases that hold on every database.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Gap } from '../../../src/server/database/channel.ts'
import type { DatabaseHandle } from '../../../src/server/database/database-handle.ts'
import { DatabaseUnavailableError } from '../../../src/server/database/database-unavailable-error.ts'
import { migrate } from '../../../src/server/database/migrate.ts'
import { openDatabase } from '../../../src/server/database/open-database.ts'
import type { JsonObject } from '../../../src/server/database/schema.ts'
import { DATABASES, type TestDatabase } from './each-database.ts'

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

describe.each(DATABASES)('$name', { timeout: 30_000 }, ({ isAvailable, open }) => {
  if (!isAvailable) {
    it.skip('needs a server')
    return
  }
  let database: TestDatabase
  let handle: DatabaseHandle
  beforeAll(async () => {
    database = await open()
    handle = database.handle
  }, 60_000)
  afterAll(() => database?.drop())

  const countItems = async (prefix: string): Promise<number> => {
    const { db } = handle
    const query = db.selectFrom('item').select(({ fn }) => fn.countAll<number>().as('n')).where('id', 'like', `${prefix}%`)
    return (await query.executeTakeFirstOrThrow()).n
  }

  describe('values', () => {
    it.each(VALUES)('reads %s', async (_name, expression, expected) => {
      const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(handle.db)
      expect(rows).toEqual([{ value: expected }])
    })

    it('refuses an int8 that a number cannot hold', async () => {
      await expect(sql`select 9007199254740993::int8`.execute(handle.db)).rejects.toThrow(/safe integers/)
    })

    it('takes numbers, dates and null as parameters', async () => {
      const time = new Date('2026-01-02T03:04:05.678Z')
      const { rows } = await sql`
        select ${1}::int8 as a, ${time}::timestamptz as b, ${null}::text as c, ${5}::text as d, ${true}::bool as e`.execute(handle.db)
      expect(rows).toEqual([{ a: 1, b: time, c: null, d: '5', e: true }])
    })

    it('keeps the keys inside JSON and turns those of columns', async () => {
      const body = { snake_case: 1, camelCase: { deep_key: [{ x_y: 1 }] }, __proto__x: 'kept' }
      await handle.db.insertInto('item').values({ ...row('keys', body), ownerId: 'someone' }).execute()
      const found = await handle.db.selectFrom('item').selectAll().where('id', '=', 'keys').executeTakeFirstOrThrow()
      expect(found).toMatchObject({ ownerId: 'someone', viewCount: 0, revision: 1, parentId: null })
      expect(found.body).toEqual(body)
    })

    it('keeps times to the millisecond, so that they can be compared again', async () => {
      await handle.db.insertInto('item').values(row('time')).execute()
      const one = handle.db.selectFrom('item').selectAll().where('id', '=', 'time')
      const { createdAt } = await one.executeTakeFirstOrThrow()
      expect(await one.where('createdAt', '=', createdAt).execute()).toHaveLength(1)
      expect(createdAt.getTime()).toBeLessThanOrEqual(Date.now())
    })

    it('writes JSON of any shape as text', async () => {
      await handle.db.insertInto('setting').values({ key: 'list', value: JSON.stringify([1, { a_b: 2 }]) }).execute()
      const { value } = await handle.db.selectFrom('setting').select('value').executeTakeFirstOrThrow()
      expect(value).toEqual([1, { a_b: 2 }])
    })

    it('tells how many rows were written', async () => {
      await handle.db.insertInto('item').values([row('many-1'), row('many-2')]).execute()
      const result = await handle.db.updateTable('item').set({ likeCount: 1 }).where('id', 'like', 'many-%').executeTakeFirst()
      expect(result.numUpdatedRows).toBe(2n)
    })

    it('carries a large text there and back', async () => {
      const text = '应急'.repeat(1_000_000)
      const { rows } = await sql<{ text: string }>`select ${text}::text as text`.execute(handle.db)
      expect(rows[0]?.text === text).toBe(true)
    })

    it('reads many rows', async () => {
      const { rows } = await sql<{ n: number }>`select n from generate_series(1, 50000) n`.execute(handle.db)
      expect(rows.length).toBe(50_000)
      expect(rows.at(-1)).toEqual({ n: 50_000 })
    })
  })

  describe('transactions', () => {
    it('keeps what was committed', async () => {
      await handle.db.transaction().execute((t) => t.insertInto('item').values(row('commit')).execute())
      expect(await countItems('commit')).toBe(1)
    })

    it('rolls back when the work throws', async () => {
      const work = handle.db.transaction().execute(async (t) => {
        await t.insertInto('item').values(row('rollback')).execute()
        throw new Error('changed my mind')
      })
      await expect(work).rejects.toThrow('changed my mind')
      expect(await countItems('rollback')).toBe(0)
    })

    it('does not acknowledge a commit that the database turned into a rollback', async () => {
      const work = handle.db.transaction().execute(async (t) => {
        await t.insertInto('item').values(row('swallowed')).execute()
        await t.insertInto('item').values(row('swallowed')).execute().catch(() => undefined)
      })
      await expect(work).rejects.toThrow(/rolled back/)
      expect(await countItems('swallowed')).toBe(0)
    })

    it('goes on after an error', async () => {
      await expect(sql`select nonsense`.execute(handle.db)).rejects.toMatchObject({ code: '42703' })
      await expect(sql`select 1/0`.execute(handle.db)).rejects.toMatchObject({ code: '22012' })
      expect((await sql`select 1 as one`.execute(handle.db)).rows).toEqual([{ one: 1 }])
    })

    it('shows nothing of an unfinished transaction to others', async () => {
      let seen = -1
      await handle.db.transaction().execute(async (t) => {
        await t.insertInto('item').values(row('unseen')).execute()
        const others = countItems('unseen').then((n) => {
          seen = n
        })
        await sleep(100)
        // PostgreSQL answers others meanwhile, PGlite lets them wait; neither shows the row.
        expect(seen).toBe(handle.kind === 'postgres' ? 0 : -1)
        return others.constructor
      })
      await expect.poll(() => seen).toBe(handle.kind === 'postgres' ? 0 : 1)
    })

    it('loses no update among many at once', async () => {
      await handle.db.insertInto('counter').values({ name: 'receipt', value: 0 }).execute()
      const next = (): Promise<number> =>
        handle.db.transaction().execute(async (t) => {
          const lock = t.selectFrom('counter').select('value').where('name', '=', 'receipt').forUpdate()
          const { value } = await lock.executeTakeFirstOrThrow()
          await sleep(1)
          await t.updateTable('counter').set({ value: value + 1 }).where('name', '=', 'receipt').execute()
          return value + 1
        })
      const numbers = await Promise.all(Array.from({ length: 40 }, next))
      expect(new Set(numbers).size).toBe(40)
      expect(Math.max(...numbers)).toBe(40)
    })
  })

  describe('migrations', () => {
    it('are applied once', async () => {
      expect(await migrate(handle.db)).toEqual([])
    })

    it('are applied once when several start together', async () => {
      const migrations = [
        { name: '0001-create-tables', up: async () => undefined },
        { name: 'test-extra', up: async () => void (await sql`create table extra (id int)`.execute(handle.db)) },
      ]
      // The migration uses the transaction it is given, not the pool.
      migrations[1] = {
        name: 'test-extra',
        up: async (...[t]: [DatabaseHandle['db']?]) => void (await sql`create table extra (id int)`.execute(t ?? handle.db)),
      }
      const results = await Promise.all([1, 2, 3].map(() => migrate(handle.db, migrations)))
      expect(results.flat()).toEqual(['test-extra'])
    })

    it('leave nothing behind when one fails', async () => {
      const known = (await handle.db.selectFrom('migration').select('name').execute()).map(({ name }) => ({
        name,
        up: async () => undefined,
      }))
      const failing = {
        name: 'test-failing',
        up: async (t: DatabaseHandle['db']) => {
          await sql`create table half (id int)`.execute(t)
          await sql`create nonsense`.execute(t)
        },
      }
      await expect(migrate(handle.db, [...known, failing])).rejects.toMatchObject({ code: '42601' })
      const { rows } = await sql`select to_regclass('half')::text as half`.execute(handle.db)
      expect(rows).toEqual([{ half: null }])
    })

    it('refuse a database that a newer program has changed', async () => {
      await expect(migrate(handle.db, [])).rejects.toThrow('数据库的版本比程序新')
    })
  })

  describe('notifications', () => {
    it('reach every listener of the channel and no other', async () => {
      const heard: string[] = []
      const stops = [
        await handle.listen('chat', (payload) => heard.push(`1 ${payload}`)),
        await handle.listen('chat', (payload) => heard.push(`2 ${payload}`)),
        await handle.listen('other', (payload) => heard.push(`other ${payload}`)),
      ]
      await handle.notify('chat', '你好')
      await expect.poll(() => heard).toEqual(['1 你好', '2 你好'])
      for (const stop of stops) await stop()
      await handle.notify('chat', 'late')
      await sleep(100)
      expect(heard).toHaveLength(2)
    })

    it('go out at commit', async () => {
      const heard: string[] = []
      const stop = await handle.listen('version', (payload) => heard.push(payload))
      const send = (payload: string, fails: boolean) =>
        handle.db.transaction().execute(async (t) => {
          await sql`select pg_notify('version', ${payload})`.execute(t)
          await sleep(50)
          expect(heard).not.toContain(payload)
          if (fails) throw new Error('no')
        })
      await expect(send('undone', true)).rejects.toThrow('no')
      await send('done', false)
      await expect.poll(() => heard).toEqual(['done'])
      await stop()
    })

    it.each([
      ['a name with a quote', 'a"b', 'x', /channel name/],
      ['a payload too long', 'chat', 'x'.repeat(8_000), /NOTIFY takes/],
    ])('refuse %s', async (_name, channel, payload, message) => {
      await expect(handle.notify(channel, payload)).rejects.toThrow(message)
    })
  })

  it('cleans up and checkpoints', async () => {
    await handle.vacuumAnalyze()
    await handle.checkpoint()
    expect((await sql`select 1 as one`.execute(handle.db)).rows).toEqual([{ one: 1 }])
  })

  it('says unavailable after closing, and closes once', async () => {
    const other = await open()
    await Promise.all([other.handle.close(), other.handle.close()])
    await expect(sql`select 1`.execute(other.handle.db)).rejects.toThrow(DatabaseUnavailableError)
    await other.drop()
  })

  describe('a server that goes away', () => {
    it.runIf(process.env['TEST_DATABASE_URL'])('is heard again after its connection broke', async () => {
      if (handle.kind === 'pglite') return
      const heard: string[] = []
      const gaps: Gap[] = []
      const stop = await handle.listen('again', (payload) => heard.push(payload), (gap) => gaps.push(gap))
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'equipnet-listener' and datname = current_database()`.execute(handle.db)
      await expect.poll(() => gaps, { timeout: 5_000 }).toEqual(['lost', 'restored'])
      await handle.notify('again', 'hello')
      await expect.poll(() => heard).toEqual(['hello'])
      await stop()
    })

    it.runIf(process.env['TEST_DATABASE_URL'])('fails the query in flight as unavailable, then recovers', async () => {
      if (handle.kind === 'pglite') return
      const slow = sql`select pg_sleep(20)`.execute(handle.db)
      const failure = expect(slow).rejects.toThrow(DatabaseUnavailableError)
      await sleep(200)
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where query like 'select pg_sleep%' and datname = current_database()`.execute(handle.db)
      await failure
      expect((await sql`select 1 as one`.execute(handle.db)).rows).toEqual([{ one: 1 }])
    })

    it.runIf(process.env['TEST_DATABASE_URL'])('is unavailable while all connections are taken', async () => {
      const { url } = database
      if (!url) return
      const small = await openDatabase({ dataDir: 'unused', url, poolSize: 1 })
      let finish = (): void => undefined
      const busy = small.db.transaction().execute(async (t) => {
        await sql`select 1`.execute(t)
        await new Promise<void>((resolve) => {
          finish = resolve
        })
      })
      await expect(sql`select 1`.execute(small.db)).rejects.toThrow(DatabaseUnavailableError)
      finish()
      await busy
      await sql`select 1`.execute(small.db)
      await small.close()
    })
  })
})

describe('an address where no database is', () => {
  it('is refused with one line that hides the password', async () => {
    const url = 'postgres://someone:secret@127.0.0.1:1/nothing'
    const failure = await openDatabase({ dataDir: 'unused', url }).catch((error: Error) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(String(failure)).toMatch(/无法连接数据库 postgres:\/\/someone:\*\*\*@127\.0\.0\.1:1\/nothing/)
    expect(String(failure)).not.toContain('secret')
  })
})
