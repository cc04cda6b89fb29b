// Tests the vacuum of the built-in database, which has no background process for this.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { tidyTask } from '#server/platform/database/pglite/vacuum.ts'
import { Scheduler } from '#server/platform/scheduler/scheduler.ts'
import { IS_LONG } from '../../../support/long-run.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { DATABASES } from './each-database.ts'
import { migratedImage } from './migrated.ts'

const ROWS = 3_000
const ROUNDS = IS_LONG ? 5 : 2
const MINUTE = 60_000
let app: TestApp
let now = new Date('2026-11-02T00:00:00Z')

describe('built-in database (PGlite)', () => {
  beforeAll(async () => {
    app = await createTestApp({
      clock: () => now,
      ...(DATABASES[0] ? { database: DATABASES[0] } : {}),
    })
    await sql`insert into item (id, type, status, title, body)
      select 'row-' || n, 'demand', 'online', '需求' || n, '{}' from generate_series(1, ${sql.lit(ROWS)}) n`.execute(
      app.services.db,
    )
  })
  afterAll(() => app.close())

  const ofItems = async () => {
    const { rows } = await sql<{ bytes: number; counted: number }>`
      select pg_relation_size(oid)::int as bytes, reltuples::int as counted from pg_class where relname = 'item'`.execute(
      app.services.db,
    )
    return rows[0] ?? { bytes: 0, counted: 0 }
  }
  const changeAll = () => sql`update item set view_count = view_count + 1`.execute(app.services.db)

  test('is analysed and vacuumed by the scheduler, and does not grow with repeated changes', async () => {
    const scheduler = new Scheduler(app.services, [tidyTask])
    expect(await scheduler.runDue()).toEqual(['database.tidy'])
    expect((await ofItems()).counted).toBe(ROWS)
    await changeAll()
    now = new Date(now.getTime() + 10 * MINUTE)
    await scheduler.runDue()
    const first = await ofItems()
    for (let round = 0; round < ROUNDS; round++) {
      await changeAll()
      now = new Date(now.getTime() + 10 * MINUTE)
      await scheduler.runDue()
    }
    const last = await ofItems()
    expect(last.bytes).toBeLessThanOrEqual(first.bytes * 1.1)
    expect(last.counted).toBe(ROWS)
  })
  test('skips a table that hardly changed', async () => {
    await app.services.database.tidy()
    await sql`update item set view_count = 0 where id = 'row-1'`.execute(app.services.db)
    expect(await app.services.database.tidy()).toEqual([])
  })
  test('logs a failed tidy() without throwing an error', async () => {
    const told: string[] = []
    const handle = await openDatabase({
      dataDir: 'memory://',
      image: await migratedImage(),
      log: (line) => told.push(line),
    })
    await handle.close()
    expect(await handle.tidy()).toEqual([])
    expect(told).toEqual([expect.stringMatching(/^整理内置数据库失败：/)])
  })
})
