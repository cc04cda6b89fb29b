// Updates the triggers and constraints of the database to the aggregates and limits of the content types.
import { type Kysely, sql } from 'kysely'
import { planAggregates } from '#server/content/fields/aggregate-sql.ts'
import { planCounts } from '#server/content/fields/count-sql.ts'
import { planDisclosed } from '#server/content/fields/disclosed-sql.ts'
import { quote } from '#server/content/fields/field-expression.ts'
import {
  keySql,
  OVERLAP_FUNCTIONS,
  OVERLAP_PREFIX,
  type OverlapPlan,
  planLimits,
  planOverlaps,
  spanSql,
} from '#server/content/fields/limit-sql.ts'
import { planNameOf, TRIGGER_PREFIX } from '#server/content/fields/trigger-plan.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { violatedConstraint } from '#server/platform/database/violated-constraint.ts'
import type { Model } from '#shared/model/model.ts'

type InTurn = (work: (transaction: Kysely<Schema>) => Promise<unknown>) => Promise<void>

/**
 * Creates what is missing and drops what no type needs any more; returns how many it changed. Fields that count are
 * computed with their triggers, in one transaction that keeps writers waiting. Items that overlap already keep their
 * constraint away, and nothing else: `print` gets lines about them, and the next start tries again.
 */
export async function ensureLimits(
  db: Kysely<Schema>,
  model: Model,
  { inTurn, print }: { readonly inTurn: InTurn; readonly print: (line: string) => void },
): Promise<number> {
  const triggers = await ensureTriggers(db, model, inTurn)
  return triggers + (await ensureOverlaps(db, model, { inTurn, print }))
}

/**
 * Drops all triggers, in a transaction that changes records by the steps of a migration: names of fields and states are
 * others then. `ensureLimits` makes them anew and counts again.
 */
export async function dropTriggers(transaction: Kysely<Schema>): Promise<void> {
  await dropFunctions(transaction, await loadFunctions(transaction))
}

async function loadFunctions(db: Kysely<Schema>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select proname as name from pg_proc
    where pronamespace = current_schema()::regnamespace and starts_with(proname, ${TRIGGER_PREFIX})`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** With their triggers. */
async function dropFunctions(transaction: Kysely<Schema>, names: readonly string[]): Promise<void> {
  for (const name of names) await sql.raw(`drop function if exists ${name}() cascade`).execute(transaction)
  const plans = [...new Set(names.map(planNameOf))]
  // What is kept no more would soon be wrong.
  await sql`delete from item_count where split_part(field, ':', 1) = any(${plans}::text[])`.execute(
    transaction,
  )
}

async function ensureTriggers(db: Kysely<Schema>, model: Model, inTurn: InTurn): Promise<number> {
  const functions = await loadFunctions(db)
  const plans = [
    ...planAggregates(model),
    ...planLimits(model),
    ...planCounts(model),
    ...planDisclosed(model),
  ]
  const existing = new Set(functions.map(planNameOf))
  const needed = new Set(plans.map(({ name }) => name))
  const missing = plans.filter(({ name }) => !existing.has(name))
  const stale = functions.filter((name) => !needed.has(planNameOf(name)))
  if (missing.length === 0 && stale.length === 0) return 0
  await inTurn(async (transaction) => {
    // Nobody adds an item between the counting and the trigger.
    await sql`lock table item in share row exclusive mode`.execute(transaction)
    await dropFunctions(transaction, stale)
    // Another process may have made them before this one had the lock.
    const made = new Set((await loadFunctions(transaction)).map(planNameOf))
    for (const { name, statements } of missing)
      if (!made.has(name)) for (const statement of statements) await sql.raw(statement).execute(transaction)
  })
  return missing.length + new Set(stale.map(planNameOf)).size
}

async function ensureOverlaps(
  db: Kysely<Schema>,
  model: Model,
  { inTurn, print }: { readonly inTurn: InTurn; readonly print: (line: string) => void },
): Promise<number> {
  const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint
    where conrelid = 'item'::regclass and starts_with(conname, ${OVERLAP_PREFIX})`.execute(db)
  const plans = planOverlaps(model)
  const stale = rows.filter(({ name }) => !plans.some((plan) => plan.name === name))
  const missing = plans.filter((plan) => !rows.some(({ name }) => name === plan.name))
  for (const { name } of stale)
    await inTurn((transaction) =>
      sql.raw(`alter table item drop constraint if exists ${name}`).execute(transaction),
    )
  let created = 0
  for (const plan of missing) if (await createOverlap(db, plan, { inTurn, print })) created += 1
  return stale.length + created
}

async function createOverlap(
  db: Kysely<Schema>,
  plan: OverlapPlan,
  { inTurn, print }: { readonly inTurn: InTurn; readonly print: (line: string) => void },
): Promise<boolean> {
  try {
    await inTurn(async (transaction) => {
      for (const statement of [...OVERLAP_FUNCTIONS, plan.statement])
        await sql.raw(statement).execute(transaction)
    })
    return true
  } catch (error) {
    if (violatedConstraint(error) === undefined) throw error
    for (const line of await toCollisions(db, plan)) print(line)
    return false
  }
}

/** Enough to begin with; mending these shows the next. */
const MAX_REPORTED = 20

interface Pair {
  readonly first: string
  readonly firstTitle: string
  readonly second: string
  readonly secondTitle: string
}

async function toCollisions(db: Kysely<Schema>, { type, overlap }: OverlapPlan): Promise<string[]> {
  for (const statement of OVERLAP_FUNCTIONS) await sql.raw(statement).execute(db)
  const counted = (row: string) =>
    `${row}.type = ${quote(type.name)} and ${row}.status in (${overlap.states.map(quote).join(', ')})`
  const { rows } =
    await sql<Pair>`select a.id as first, a.title as first_title, b.id as second, b.title as second_title
    from item a join item b on a.id < b.id
      and a.body->>${sql.lit(overlap.by)} = b.body->>${sql.lit(overlap.by)}
      and ${sql.raw(`${keySql(overlap, 'a.')} && ${keySql(overlap, 'b.')}`)}
      and ${sql.raw(`${spanSql(type, overlap, 'a.')} && ${spanSql(type, overlap, 'b.')}`)}
    where ${sql.raw(`${counted('a')} and ${counted('b')}`)}
    order by a.id, b.id limit ${MAX_REPORTED}`.execute(db)
  const by = type.fields.find(({ name }) => name === overlap.by)
  return [
    `内容类型“${type.title}”要求同一“${by?.title ?? overlap.by}”的占用时间不得重叠（overlap），但已有内容重叠，暂时无法保证：请修改或删除以下内容，然后重新启动`,
    ...rows.map((row) => `  《${row.firstTitle}》（${row.first}）与《${row.secondTitle}》（${row.second}）`),
  ]
}
