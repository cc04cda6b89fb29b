// Owns the bringing of the database's indexes and statistics to what the content types declare.
import { type Kysely, sql } from 'kysely'
import type { Model } from '../../shared/model.ts'
import type { Schema } from '../database/schema.ts'
import { INDEX_PREFIX, planIndexes, planStatistics, STATISTICS_PREFIX } from './type-indexes.ts'

/** Any constant will do; processes that start together build the indexes one after the other. */
const LOCK = 7_318_205

/** Creates what is missing and drops what no type declares any more; returns how many it changed. */
export async function ensureIndexes(db: Kysely<Schema>, model: Model): Promise<number> {
  const wanted = [...planIndexes(model), ...planStatistics(model)]
  const existing = await loadExisting(db)
  if (wanted.length === existing.size && wanted.every(({ name }) => existing.has(name))) return 0
  const changed = await db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction)
    const present = await loadExisting(transaction)
    const names = new Set(wanted.map(({ name }) => name))
    const missing = wanted.filter(({ name }) => !present.has(name))
    const stale = [...present].filter((name) => !names.has(name))
    for (const name of stale) {
      const kind = name.startsWith(STATISTICS_PREFIX) ? 'statistics' : 'index'
      await sql.raw(`drop ${kind} if exists ${name}`).execute(transaction)
    }
    for (const { statement } of missing) await sql.raw(statement).execute(transaction)
    return stale.length + missing.length
  })
  // Without statistics about its expression the planner does not trust a new index.
  await sql`analyze item`.execute(db)
  return changed
}

async function loadExisting(db: Kysely<Schema>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes
    where tablename = 'item' and schemaname = current_schema() and starts_with(indexname, ${INDEX_PREFIX})
    union all
    select stxname from pg_statistic_ext
    where stxnamespace = current_schema()::regnamespace and starts_with(stxname, ${STATISTICS_PREFIX})`.execute(
    db,
  )
  return new Set(rows.map(({ name }) => name))
}
