// Tests transactions on every kind of database: commit, rollback, isolation, parallel updates.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { describeDatabases } from './describe-databases.ts'

const row = (id: string, body: JsonObject = {}) => ({ id, type: 'demand', status: 'online', title: id, body })

describeDatabases('transactions', (database) => {
  const countItems = async (prefix: string): Promise<number> => {
    const { db } = database.handle
    const query = db
      .selectFrom('item')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('id', 'like', `${prefix}%`)
    return (await query.executeTakeFirstOrThrow()).n
  }

  it('keep committed rows', async () => {
    await database.handle.db
      .transaction()
      .execute((t) => t.insertInto('item').values(row('commit')).execute())
    expect(await countItems('commit')).toBe(1)
  })

  it('roll back when the callback throws', async () => {
    const work = database.handle.db.transaction().execute(async (t) => {
      await t.insertInto('item').values(row('rollback')).execute()
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await countItems('rollback')).toBe(0)
  })

  it('reject a commit that the database turned into a rollback', async () => {
    const work = database.handle.db.transaction().execute(async (t) => {
      await t.insertInto('item').values(row('swallowed')).execute()
      await t
        .insertInto('item')
        .values(row('swallowed'))
        .execute()
        .catch(() => undefined)
    })
    await expect(work).rejects.toThrow(/rolled back/)
    expect(await countItems('swallowed')).toBe(0)
  })

  it('leave the database usable after a failed statement', async () => {
    await expect(sql`select nonsense`.execute(database.handle.db)).rejects.toMatchObject({ code: '42703' })
    await expect(sql`select 1/0`.execute(database.handle.db)).rejects.toMatchObject({ code: '22012' })
    expect((await sql`select 1 as one`.execute(database.handle.db)).rows).toEqual([{ one: 1 }])
  })

  it('hide uncommitted rows from other queries', async () => {
    const seen: number[] = []
    let others: Promise<unknown> | undefined
    await database.handle.db.transaction().execute(async (t) => {
      await t.insertInto('item').values(row('unseen')).execute()
      others = countItems('unseen').then((n) => seen.push(n))
      await sleep(200)
      // PostgreSQL answers others meanwhile, PGlite lets them wait; neither shows the row.
      expect(seen).toEqual(database.handle.kind === 'postgres' ? [0] : [])
    })
    await others
    expect(seen).toEqual(database.handle.kind === 'postgres' ? [0] : [1])
  })

  it('lose no update of a counter in 40 parallel transactions', async () => {
    await database.handle.db.insertInto('counter').values({ name: 'receipt', value: 0 }).execute()
    const next = (): Promise<number> =>
      database.handle.db.transaction().execute(async (t) => {
        const lock = t.selectFrom('counter').select('value').where('name', '=', 'receipt').forUpdate()
        const { value } = await lock.executeTakeFirstOrThrow()
        await sleep(1)
        await t
          .updateTable('counter')
          .set({ value: value + 1 })
          .where('name', '=', 'receipt')
          .execute()
        return value + 1
      })
    const numbers = await Promise.all(Array.from({ length: 40 }, next))
    expect(new Set(numbers).size).toBe(40)
    expect(Math.max(...numbers)).toBe(40)
  })

  it('run one after another on PGlite, which has one connection', async () => {
    if (database.handle.kind === 'postgres') return
    const steps: string[] = []
    const work = (name: string) =>
      database.handle.db.transaction().execute(async (t) => {
        steps.push(`${name} begins`)
        await sql`select 1`.execute(t)
        await sleep(20)
        steps.push(`${name} ends`)
      })
    await Promise.all(['a', 'b', 'c'].map(work))
    expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })
})
