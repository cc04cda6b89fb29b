// Updates indexes, statistics and parameter columns of the database to the declarations of the content types.
import { type Kysely, sql } from 'kysely'
import { quote } from '#server/content/fields/field-expression.ts'
import {
  comparable,
  planUnique,
  present,
  UNIQUE_PREFIX,
  type UniquePlan,
} from '#server/content/fields/unique-fields.ts'
import { ensureProjectedColumns } from '#server/content/parameters/ensure-projected-columns.ts'
import { keepMeasures } from '#server/content/parameters/keep-field-units.ts'
import { liftTimeLimits } from '#server/platform/database/lift-time-limits.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { violatedConstraint } from '#server/platform/database/violated-constraint.ts'
import type { Model } from '#shared/model/model.ts'
import { INDEX_PREFIX, planIndexes, planStatistics, STATISTICS_PREFIX } from './type-indexes.ts'

/** Enough to begin with; mending these shows the next. */
const MAX_REPORTED = 20

interface Row {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly value: string
  readonly key: string
}

/** A line that says what is not held, and one for each value with its items. */
async function toCollisions(db: Kysely<Schema>, { type, field }: UniquePlan): Promise<string[]> {
  const value = `body->>${quote(field.name)}`
  const { rows } = await sql<Row>`
    select id, title, status, value, key from (
      select id, title, status, created_at, ${sql.raw(value)} as value, ${sql.raw(comparable(value))} as key,
        count(*) over (partition by ${sql.raw(comparable(value))}) as times
      from item where ${sql.raw(present(type))} and ${sql.raw(value)} is not null
    ) held where times > 1 order by key, created_at, id limit ${MAX_REPORTED}`.execute(db)
  const keys = [...new Set(rows.map(({ key }) => key))]
  return [
    `内容类型“${type.title}”要求“${field.title}”不得重复（${field.name}），但已有内容重复，暂时无法保证：请修改或删除以下内容，然后重新启动`,
    ...keys.map((key) => {
      const items = rows.filter((row) => row.key === key)
      const named = items.map(({ id, title, status }) => `《${title}》（${id}，${stateOf(type, status)}）`)
      return `  ${items[0]?.value ?? ''}：${named.join('、')}`
    }),
  ]
}

const stateOf = (type: UniquePlan['type'], status: string) => type.lifecycle.states[status]?.title ?? status

/** Any constant will do; processes that start together build the indexes one after the other. */
const LOCK = 7_318_205

/**
 * Creates what is missing and drops what no type declares any more; returns how many it changed. What items that
 * are there already forbid to promise, `warn` hears in lines for the operator; it is tried again the next time.
 */
export async function ensureIndexes(
  db: Kysely<Schema>,
  model: Model,
  warn: (line: string) => void = (line) => console.error(line),
): Promise<number> {
  await keepMeasures(db, model)
  await ensureProjectedColumns(db, model)
  const unique = planUnique(model)
  const others = [...planIndexes(model), ...planStatistics(model)]
  const wanted = [...others, ...unique]
  const existing = await loadExisting(db)
  if (wanted.length === existing.size && wanted.every(({ name }) => existing.has(name))) return 0
  const changed = await db.transaction().execute(async (transaction) => {
    await liftTimeLimits(transaction)
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction)
    const present = await loadExisting(transaction)
    const names = new Set(wanted.map(({ name }) => name))
    const isMissing = ({ name }: { readonly name: string }) => !present.has(name)
    const stale = [...present].filter((name) => !names.has(name))
    for (const name of stale) {
      const kind = name.startsWith(STATISTICS_PREFIX) ? 'statistics' : 'index'
      await sql.raw(`drop ${kind} if exists ${name}`).execute(transaction)
    }
    const missing = others.filter(isMissing)
    for (const { statement } of missing) await sql.raw(statement).execute(transaction)
    let made = 0
    for (const plan of unique.filter(isMissing)) made += (await makeUnique(transaction, plan, warn)) ? 1 : 0
    return stale.length + missing.length + made
  })
  // Without statistics about its expression the planner does not trust a new index.
  if (changed > 0) await sql`analyze item`.execute(db)
  return changed
}

/** Items that collide keep the index away, and nothing else: the portal goes on without it. */
async function makeUnique(
  transaction: Kysely<Schema>,
  plan: UniquePlan,
  warn: (line: string) => void,
): Promise<boolean> {
  await sql`savepoint before_unique`.execute(transaction)
  try {
    await sql.raw(plan.statement).execute(transaction)
    await sql`release savepoint before_unique`.execute(transaction)
    return true
  } catch (error) {
    if (violatedConstraint(error) === undefined) throw error
    await sql`rollback to savepoint before_unique`.execute(transaction)
    for (const line of await toCollisions(transaction, plan)) warn(line)
    return false
  }
}

async function loadExisting(db: Kysely<Schema>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes
    where tablename = 'item' and schemaname = current_schema()
      and (starts_with(indexname, ${INDEX_PREFIX}) or starts_with(indexname, ${UNIQUE_PREFIX}))
    union all
    select stxname from pg_statistic_ext
    where stxnamespace = current_schema()::regnamespace and starts_with(stxname, ${STATISTICS_PREFIX})`.execute(
    db,
  )
  return new Set(rows.map(({ name }) => name))
}
