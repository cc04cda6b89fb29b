// Tests the upgrade of a filled database of version 0.1.0 by a server that is killed three times on the way.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureIndexes } from '#server/content/indexes/ensure-indexes.ts'
import { renewVectors } from '#server/content/indexes/renew-vectors.ts'
import { planIndexes, planStatistics } from '#server/content/indexes/type-indexes.ts'
import { appendAudit } from '#server/platform/audit/append-audit.ts'
import { verifyAudit } from '#server/platform/audit/verify-audit.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { buildServices } from '#server/services.ts'
import { seedVolume } from '#server/transfer/seed/seed-volume.ts'
import { IS_LONG } from '../../../support/long-run.ts'
import { model } from '../../../support/portal-model.ts'
import { PORTAL } from '../../../support/test-portal.ts'
import { ROOT } from '../../support/small-configuration.ts'
import { PUBLIC_URL, startProcess } from '../../support/start-process.ts'
import { describeSchema } from './describe-schema.ts'
import { DATABASES, type TestDatabase } from './each-database.ts'
import { makeEarlierSchema } from './earlier-schema.ts'

const ITEMS = IS_LONG ? 100_000 : 2_000
const ENTRIES = 500
const TYPE = 'demand'
const TABLES = ['item', 'audit', 'audit_head', 'parameter_value', 'comment', 'transition_log', 'reaction']

const server = DATABASES.find(({ isEmbedded, isAvailable }) => isAvailable && !isEmbedded)

describe.skipIf(!server)('upgrade of version 0.1.0 (skipped without TEST_DATABASE_URL)', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'equipnet-upgrade-'))
  let opened: TestDatabase
  let db: Kysely<Schema>
  beforeAll(async () => {
    opened = await (server as NonNullable<typeof server>).open()
    db = opened.handle.db
    await makeEarlierSchema(db)
    const services = buildServices(opened.handle, { model })
    // Samples bring vectors as they should be: before there are any, this notes only that they are.
    await renewVectors(services)
    await seedVolume(services, [{ type: TYPE, items: ITEMS }])
    for (let index = 0; index < ENTRIES; index += 1)
      await appendAudit(db, { actor: 'a', action: 'note.add', target: `${index}`, result: 'ok' }, new Date())
    // Every type had its indexes, however few its items; some were still to be made.
    const plans = [...planIndexes(model), ...planStatistics(model)]
    for (const { name, statement, types } of plans)
      if (types.includes(TYPE)) await sql.raw(`drop index if exists ${name}`).execute(db)
      else await sql.raw(statement).execute(db)
  }, 1_200_000)
  afterAll(async () => {
    await opened?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const digests = async (): Promise<Record<string, unknown>> => {
    const found: Record<string, unknown> = {}
    for (const table of TABLES) {
      const { rows } =
        await sql`select count(*)::int as rows, md5(string_agg(digest, '' order by digest)) as digest
        from (select md5(t::text) as digest from ${sql.table(table)} t) one`.execute(db)
      found[table] = rows[0]
    }
    const { rows } = await sql`select type, status, category, sum(n)::int as n from item_count
      where coalesce(to_jsonb(item_count) ->> 'field', '') = '' group by 1, 2, 3
      having sum(n) <> 0 order by 1, 2, 3`.execute(db)
    return { ...found, counts: rows }
  }

  const env = () => ({ NODE_ENV: 'production', DATA_DIR: dataDir, DATABASE_URL: opened.url ?? '' })

  /** Starts the server and kills it as soon as `condition` holds. */
  async function killWhen(condition: () => Promise<boolean>): Promise<void> {
    const child = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, PORTAL_DIR: PORTAL, HOST: '127.0.0.1', PORT: '0', PUBLIC_URL, ...env() },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    while (!(await condition())) {
      if (child.exitCode !== null) throw new Error('The server ended by itself')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    child.kill('SIGKILL')
    await ended
  }

  const holds = async (condition: string): Promise<boolean> =>
    (await sql.raw<{ holds: boolean }>(`select ${condition} as holds`).execute(db)).rows[0]?.holds === true

  test(`keeps every row and hash of ${ITEMS} items, and goes on where it was killed`, async () => {
    const before = await digests()
    const indexes = planIndexes(model).filter(({ types }) => types.includes(TYPE))
    const built = `(select count(*) from pg_indexes where indexname in (${indexes.map(({ name }) => `'${name}'`).join(', ')}))`
    await killWhen(() =>
      holds(`exists (select from pg_stat_activity where datname = current_database()
      and application_name = 'equipnet' and pid <> pg_backend_pid() and query like '%migration%')`),
    )
    await killWhen(() => holds(`not exists (select from migration where name < '0300')`))
    await killWhen(() => holds(`${built} >= 2`))
    expect(await holds(`${built} < ${indexes.length}`)).toBe(true)

    const portal = await startProcess(env())
    expect(await digests()).toEqual(before)
    expect(await verifyAudit(db)).toEqual({ ok: true, entries: ENTRIES, unchained: 0 })
    await portal.stop('SIGTERM')

    const fresh = await (server as NonNullable<typeof server>).open()
    const schemaOf = async (of: Kysely<Schema>) =>
      (await describeSchema(of)).filter((line) => !/^head |item_[xusl]_/.test(line))
    expect(await schemaOf(db)).toEqual(await schemaOf(fresh.handle.db))
    await fresh.drop()
    expect(await ensureIndexes(db, model)).toBe(0)
    expect(await holds(`${built} = ${indexes.length}`)).toBe(true)
  }, 1_200_000)
})
