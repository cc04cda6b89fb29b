// Tests that every kind of change is refused or migrated over many records without loss: 100,000 and
// every change in the long run. Over few records, every change is tried every day.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { undoLast } from '#server/configuration/migration/undo-run.ts'
import { IS_LONG, someOf } from '../../../support/long-run.ts'
import { ONE_DATABASE } from '../../platform/database/each-database.ts'
import { oneOfEach } from '../../support/one-of-each.ts'
import { REFUSED } from './changes.ts'
import { type GateApp, openGateApp } from './gate-app.ts'
import { CASES, FILE, migration, verbOf } from './migration-cases.ts'

const MORE = IS_LONG ? 100_000 : 500
const PATIENCE = IS_LONG ? 600_000 : 60_000

describe.each(ONE_DATABASE)(`migration guard over ${MORE} records on $name`, (database) => {
  let portal: GateApp
  let before: readonly unknown[]
  const times: string[] = []
  const problems = () => portal.app.source.problems

  /** Counts and digests, by type and state, of all that people wrote. */
  const sums = async (): Promise<readonly unknown[]> => {
    const { rows } = await sql`
      select type, status, count(*)::int as count, md5(string_agg(md5(id || title || (body - 'secret')::text), '' order by id)) as digest
        from item group by 1, 2
      union all select 'draft', form, count(*)::int, md5(string_agg(md5(user_id || key || body::text), '' order by user_id, key))
        from draft group by 2
      order by 1, 2`.execute(portal.app.services.db)
    return rows
  }
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const made = await work()
    times.push(`${Math.round(performance.now() - began)} ms ${name}`)
    return made
  }

  beforeAll(async () => {
    portal = await openGateApp(database)
    await sql`insert into item (id, type, status, owner_id, title, body, published_at)
      select 'more-' || lpad(n::text, 7, '0'), type, status, owner_id, title, body, published_at
      from generate_series(1, ${sql.lit(MORE)}) n
      join (select *, row_number() over (order by id) as place from item where type = 'device') base
        on base.place = n % 24 + 1`.execute(portal.app.services.db)
    before = await sums()
  }, PATIENCE)
  afterAll(async () => {
    if (IS_LONG) console.log(`${database.name}\n${times.join('\n')}`)
    await portal.close()
  }, PATIENCE)

  test.each(someOf(REFUSED, 5))(
    'refuses the change and keeps every record: %s',
    async (name, changes, slug) => {
      await timed(name, () => portal.publish(changes))
      expect(problems().map((problem) => problem.slug)).toContain(slug)
      expect(await sums()).toEqual(before)
      await portal.restore()
      expect(problems()).toEqual([])
    },
    PATIENCE,
  )

  test.each(oneOfEach(CASES, verbOf))(
    'migrates and undoes the change without losing a record: %s',
    async (name, changes, steps) => {
      await timed(`${name}: trial`, () => portal.publish({ ...changes, [FILE]: migration(steps) }))
      const [, confirmed] = /"confirmed": "(\w+)"/.exec(problems()[0]?.message ?? '') ?? []
      expect(await sums()).toEqual(before)
      await timed(`${name}: applied`, () =>
        portal.publish({ ...changes, [FILE]: migration(steps, { confirmed }) }),
      )
      expect(problems()).toEqual([])
      const { rows } = await sql<{ held: number }>`select count(*)::int as held from item`.execute(
        portal.app.services.db,
      )
      expect(rows[0]?.held).toBe(MORE + 24)
      const undone = await timed(`${name}: taken back`, () =>
        undoLast(portal.app.services, portal.app.source.model),
      )
      expect(undone?.kept).toBe(0)
      expect(await sums()).toEqual(before)
      await portal.restore()
      expect(problems()).toEqual([])
    },
    PATIENCE,
  )
})
