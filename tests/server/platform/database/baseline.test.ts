// Tests the baseline of the schema: what version 0.1.0 left is the same, is taken over whole, and is refused in part.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '#server/platform/database/migrate.ts'
import { MIGRATIONS } from '#server/platform/database/migrations.ts'
import { describeDatabases } from './describe-databases.ts'
import { describeSchema } from './describe-schema.ts'
import { makeEarlierSchema } from './earlier-schema.ts'

describeDatabases('the baseline of the schema', (database) => {
  it('equals what the migrations of version 0.1.0 made', async () => {
    const { db } = database.handle
    const baseline = await describeSchema(db)
    await makeEarlierSchema(db)
    await migrate(db)
    expect(await describeSchema(db)).toEqual(baseline)
  })

  it('takes over a database of version 0.1.0 with its rows', async () => {
    const { db } = database.handle
    await makeEarlierSchema(db)
    await sql`insert into item (id, type, status, title, body) values ('one', 'note', 'online', '标题', '{}')`.execute(
      db,
    )
    await migrate(db)
    expect(await migrate(db)).toEqual([])
    const names = await db.selectFrom('migration').select('name').orderBy('name').execute()
    expect(names).toEqual(MIGRATIONS.map(({ name }) => ({ name })))
    expect(await db.selectFrom('item').select(['id', 'title']).execute()).toEqual([
      { id: 'one', title: '标题' },
    ])
  })

  it('refuses a database that lacks some migrations of version 0.1.0, and leaves it as it is', async () => {
    const { db } = database.handle
    await makeEarlierSchema(db)
    await db.deleteFrom('migration').where('name', '>', '0270').execute()
    const before = await db.selectFrom('migration').select('name').execute()
    await expect(migrate(db)).rejects.toThrow(
      '数据库停在更早的版本（0265-outline-drafts），不能直接升级：请先用 0.1.0 版的程序启动一次，再启动本程序',
    )
    expect(await db.selectFrom('migration').select('name').execute()).toEqual(before)
  })
})
