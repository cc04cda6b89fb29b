// Owns the cases of migrations, alike on every database.
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DatabaseHandle } from '../../../src/server/database/database-handle.ts'
import { migrate } from '../../../src/server/database/migrate.ts'
import { MIGRATIONS } from '../../../src/server/database/migrations.ts'
import type { Schema } from '../../../src/server/database/schema.ts'
import { DATABASES, type TestDatabase } from './each-database.ts'

describe.each(DATABASES)('migrations on $name', { timeout: 30_000 }, ({ isAvailable, open }) => {
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

  it('are applied once', async () => {
    expect(await migrate(handle.db)).toEqual([])
  })

  it('are applied once when several start together', async () => {
    const extra = {
      name: 'test-extra',
      up: async (db: Kysely<Schema>) => void (await sql`create table extra (id int)`.execute(db)),
    }
    const results = await Promise.all([1, 2, 3].map(() => migrate(handle.db, [...MIGRATIONS, extra])))
    expect(results.flat()).toEqual(['test-extra'])
    await handle.db.deleteFrom('migration').where('name', '=', extra.name).execute()
  })

  it('leave nothing behind when one fails', async () => {
    const failing = {
      name: 'test-failing',
      up: async (db: Kysely<Schema>) => {
        await sql`create table half (id int)`.execute(db)
        await sql`create nonsense`.execute(db)
      },
    }
    await expect(migrate(handle.db, [...MIGRATIONS, failing])).rejects.toMatchObject({ code: '42601' })
    const { rows } = await sql`select to_regclass('half')::text as half`.execute(handle.db)
    expect(rows).toEqual([{ half: null }])
  })

  it('refuse a database that a newer program has changed', async () => {
    await expect(migrate(handle.db, [])).rejects.toThrow('数据库的版本比程序新')
  })
})
