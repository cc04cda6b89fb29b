// Loads many items at once and rebuilds indexes and derived rows afterwards.
import { type Kysely, sql } from 'kysely'
import { quote } from '#server/content/fields/field-expression.ts'
import { createNeeded } from '#server/content/indexes/ensure-indexes.ts'
import { loadProjectedSets, projectItems } from '#server/content/parameters/project-set.ts'
import { liftTimeLimits } from '#server/platform/database/lift-time-limits.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Model } from '#shared/model/model.ts'

/** For sorting whole indexes in memory; the default of 64 MB makes a search index of millions of words crawl. */
const MEMORY = '512MB'

interface Options {
  readonly kind: 'pglite' | 'postgres'
  readonly model: Model
  /** Content types of the items; indexes that are only of others stay as they are. */
  readonly types: readonly string[]
}

/**
 * Runs `insert`, which writes items, without indexes and triggers, and rebuilds these: row by row they cost twenty
 * times as much as the rows. Items are locked meanwhile, and after an error everything is unchanged.
 */
export async function bulkLoad<T>(
  transaction: Kysely<Schema>,
  { kind, model, types }: Options,
  insert: () => Promise<T>,
): Promise<T> {
  await liftTimeLimits(transaction)
  if (kind === 'postgres') await sql.raw(`set local maintenance_work_mem = '${MEMORY}'`).execute(transaction)
  await sql`lock table item, parameter_value in access exclusive mode`.execute(transaction)
  const indexes = await loadIndexes(transaction, types)
  for (const { name } of indexes) await sql.raw(`drop index ${name}`).execute(transaction)
  await sql`alter table item disable trigger item_parameters`.execute(transaction)
  const result = await insert()
  await sql`alter table item enable trigger item_parameters`.execute(transaction)
  await makeIndexes(transaction, indexes, 'item')
  await createNeeded(transaction, model)
  await sql`analyze item`.execute(transaction)
  for (const type of types) await projectMissing(transaction, type)
  await makeIndexes(transaction, indexes, 'parameter_value')
  return result
}

interface Index {
  readonly name: string
  readonly table: string
  readonly statement: string
}

/** Those that promise uniqueness, or that nothing overlaps, stay, so that rows are refused one by one. */
async function loadIndexes(db: Kysely<Schema>, types: readonly string[]): Promise<readonly Index[]> {
  const named = types.map((type) => `%${quote(type)}::text%`)
  const { rows } = await sql<Index>`
    select indexrelid::regclass::text as name, indrelid::regclass::text as table,
      pg_get_indexdef(indexrelid) as statement
    from pg_index
    where indrelid in ('item'::regclass, 'parameter_value'::regclass) and not indisunique and not indisexclusion
      and (indpred is null or indrelid = 'parameter_value'::regclass
        or pg_get_expr(indpred, indrelid) like any(${named}::text[]))`.execute(db)
  return rows
}

async function makeIndexes(db: Kysely<Schema>, indexes: readonly Index[], table: string): Promise<void> {
  for (const { statement } of indexes.filter((index) => index.table === table))
    await sql.raw(statement).execute(db)
}

async function projectMissing(db: Kysely<Schema>, type: string): Promise<void> {
  for (const set of await loadProjectedSets(db, type))
    await projectItems(
      db,
      set,
      sql`type = ${sql.lit(type)} and not exists (select from parameter_value where item_id = item.id)`,
    )
}
