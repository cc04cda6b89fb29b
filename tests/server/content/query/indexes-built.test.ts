// Tests that indexes are built while the portal writes, by one process after the other, and again after a broken end.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureIndexes } from '#server/content/indexes/ensure-indexes.ts'
import { DATABASES } from '../../platform/database/each-database.ts'
import { type ContentApp, openContentApp } from '../content-app.ts'
import { loadFixture } from '../fixture.ts'

const model = await loadFixture()
/** The built-in database has one connection, so that nobody writes meanwhile anyway. */
const postgres = DATABASES.filter(({ isEmbedded }) => !isEmbedded)

describe.each(postgres)('indexes are built on $name', (database) => {
  const { isAvailable } = database
  let app: ContentApp
  beforeAll(async () => {
    if (!isAvailable) return
    app = await openContentApp(database, model)
    await sql`insert into item (id, type, status, title, body)
      select 'theme' || n, 'theme', 'online', '标题', '{}' from generate_series(1, 400) n`.execute(
      app.services.db,
    )
    await ensureIndexes(app.services.db, model)
  })
  afterAll(() => app?.close())

  const ensure = () => ensureIndexes(app.services.db, model, app.services.database)
  const names = async () => {
    const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes
      where tablename = 'item' and starts_with(indexname, 'item_x_') order by 1`.execute(app.services.db)
    return rows.map(({ name }) => name)
  }
  /** Returns how many are to be built again. */
  const dropAll = async () => {
    const dropped = await names()
    expect(dropped.length).toBeGreaterThan(1)
    await sql.raw(`drop index ${dropped.join(', ')}`).execute(app.services.db)
    return dropped.length
  }
  const invalid = async () => {
    const { rows } = await sql<{ name: string }>`select relname as name from pg_index
      join pg_class on pg_class.oid = indexrelid where indrelid = 'item'::regclass and not indisvalid`.execute(
      app.services.db,
    )
    return rows.map(({ name }) => name)
  }
  const isWaiting = async () => {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database()
      and query like 'create index concurrently%' and wait_event_type = 'Lock'`.execute(app.services.db)
    return rows.length > 0
  }

  test.skipIf(!isAvailable)('while others write: nobody waits for the index', async () => {
    const { db } = app.services
    const count = await dropAll()
    let building: Promise<number> | undefined
    await db.transaction().execute(async (transaction) => {
      await sql`update item set title = '先写的' where id = 'theme1'`.execute(transaction)
      building = ensure()
      await expect.poll(isWaiting, { timeout: 8_000 }).toBe(true)
      // Behind the builder, which waits for the transaction: it would wait too if the builder had locked the table.
      await sql`update item set title = '后写的' where id = 'theme2'`.execute(db)
    })
    expect(await building).toBe(count)
    expect(await invalid()).toEqual([])
  })

  test.skipIf(!isAvailable)('by processes that start together: each index once', async () => {
    const count = await dropAll()
    const [first, second] = await Promise.all([ensure(), ensure()])
    expect(Math.max(first, second)).toBe(count)
    expect(await invalid()).toEqual([])
    expect(await ensure()).toBe(0)
  })

  test.skipIf(!isAvailable)('anew where a process ended while it built one', async () => {
    const { db } = app.services
    const [name = ''] = await names()
    await sql`update pg_index set indisvalid = false where indexrelid = ${name}::regclass`.execute(db)
    expect(await invalid()).toEqual([name])
    expect(await ensure()).toBe(1)
    expect(await invalid()).toEqual([])
  })
})
