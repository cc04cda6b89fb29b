// Tests migrations on every kind of database: once, in parallel, failing, newer than the program.
import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '#server/platform/database/migrate.ts'
import { MIGRATIONS } from '#server/platform/database/migrations.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { describeDatabases } from './describe-databases.ts'

describeDatabases('migrations', (database) => {
  it('are applied once', async () => {
    expect(await migrate(database.handle.db)).toEqual([])
  })

  it('are applied once when three starts run in parallel', async () => {
    const extra = {
      name: 'test-extra',
      up: async (db: Kysely<Schema>) => void (await sql`create table extra (id int)`.execute(db)),
    }
    const results = await Promise.all(
      [1, 2, 3].map(() => migrate(database.handle.db, [...MIGRATIONS, extra])),
    )
    expect(results.flat()).toEqual(['test-extra'])
    await database.handle.db.deleteFrom('migration').where('name', '=', extra.name).execute()
  })

  it('leave no table behind when a migration fails', async () => {
    const failing = {
      name: 'test-failing',
      up: async (db: Kysely<Schema>) => {
        await sql`create table half (id int)`.execute(db)
        await sql`create nonsense`.execute(db)
      },
    }
    await expect(migrate(database.handle.db, [...MIGRATIONS, failing])).rejects.toMatchObject({
      code: '42601',
    })
    const { rows } = await sql`select to_regclass('half')::text as half`.execute(database.handle.db)
    expect(rows).toEqual([{ half: null }])
  })

  it('refuse a database that a newer program has changed', async () => {
    await expect(migrate(database.handle.db, [])).rejects.toThrow('数据库的版本比程序新')
  })
})
