// Updates indexes, statistics and parameter columns of the database to the declarations of the content types.
import { setTimeout } from 'node:timers/promises'
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
import type { DatabaseHandle } from '#server/platform/database/database-handle.ts'
import { liftTimeLimits } from '#server/platform/database/lift-time-limits.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { violatedConstraint } from '#server/platform/database/violated-constraint.ts'
import { dailyAt, type Task } from '#server/platform/scheduler/task.ts'
import type { Model } from '#shared/model/model.ts'
import { ensureLimits } from './ensure-limits.ts'
import { foldCounts } from './renewal.ts'
import {
  INDEX_PREFIX,
  type IndexPlan,
  planIndexes,
  planStatistics,
  STATISTICS_PREFIX,
} from './type-indexes.ts'

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
 * A type with fewer items is read whole as fast as by an index, and every write to the table pays for every index, also
 * for those of other types. An index stays until its types have fewer than half of it.
 */
const MIN_ITEMS = 300

/** Between two lines about the progress. */
const REPORT_MS = 3_000
/** Between two questions whether it is this process's turn. */
const TURN_MS = 100

/** Null where an index is built in a transaction, while writers wait. */
type Alone = DatabaseHandle['alone']

interface Options {
  readonly alone?: Alone
  readonly print?: (line: string) => void
}

/**
 * Creates what is missing and drops what no type needs any more; returns how many it changed. What is done stays done
 * when the process ends. With `alone` writers go on meanwhile. `print` hears of the progress, and what items that are
 * there already forbid to promise, in lines for the operator; that is tried again the next time.
 */
export async function ensureIndexes(
  db: Kysely<Schema>,
  model: Model,
  { alone = null, print = (line) => console.error(line) }: Options = {},
): Promise<number> {
  await keepMeasures(db, model)
  await ensureProjectedColumns(db, model)
  const limits = await ensureLimits(db, model, { inTurn: (work) => inTurn(db, work), print })
  await dropUnfinished(db, alone)
  const existing = await loadExisting(db)
  const plans = [...(await findNeeded(db, model, existing)), ...planUnique(model)]
  const names = new Set(plans.map(({ name }) => name))
  const stale = [...existing].filter((name) => !names.has(name))
  await dropAll(db, stale, alone)
  let changed = stale.length
  let reportedAt = Date.now()
  const missing = plans.filter(({ name }) => !existing.has(name))
  for (const [index, plan] of missing.entries()) {
    if (Date.now() - reportedAt > REPORT_MS) {
      print(`正在建立索引：${index}/${missing.length}`)
      reportedAt = Date.now()
    }
    if (await create(db, plan, { alone, print })) changed += 1
  }
  // Without statistics about its expression the planner does not trust a new index.
  if (changed > 0) await sql`analyze item`.execute(db)
  return changed + limits
}

/** Types grow and shrink; an index that is missing meanwhile makes reads slower, and nothing else. */
export const indexTask: Task = {
  name: 'indexes',
  // Building one takes half a minute in a million items.
  next: dailyAt(4),
  run: async ({ services }) => {
    await foldCounts(services.db)
    await ensureIndexes(services.db, services.model(), services.database)
  },
}

/** Creates the indexes that types need by now, in a transaction that has written many of their items. */
export async function createNeeded(transaction: Kysely<Schema>, model: Model): Promise<void> {
  const existing = await loadExisting(transaction)
  for (const { name, statement } of await findNeeded(transaction, model, existing))
    if (!existing.has(name)) await sql.raw(statement).execute(transaction)
}

async function findNeeded(
  db: Kysely<Schema>,
  model: Model,
  existing: ReadonlySet<string>,
): Promise<readonly IndexPlan[]> {
  const { rows } = await sql<{ type: string; items: number }>`
    select type, sum(n)::int as items from item_count where field = '' group by type`.execute(db)
  const counts = new Map(rows.map(({ type, items }) => [type, items]))
  return [...planIndexes(model), ...planStatistics(model)].filter(({ name, types }) => {
    const items = Math.max(...types.map((type) => counts.get(type) ?? 0))
    return items >= (existing.has(name) ? MIN_ITEMS / 2 : MIN_ITEMS)
  })
}

async function dropAll(db: Kysely<Schema>, names: readonly string[], alone: Alone): Promise<void> {
  for (const name of names) {
    const kind = name.startsWith(STATISTICS_PREFIX) ? 'statistics' : 'index'
    await run(db, `drop ${kind} if exists ${name}`, alone)
  }
}

/** What a process left that ended while it built: it serves nobody and costs every write. */
async function dropUnfinished(db: Kysely<Schema>, alone: Alone): Promise<void> {
  // Another process may build it at this moment.
  for (const name of await loadUnfinished(db))
    await run(db, `drop index if exists ${name}`, alone, async () =>
      (await loadUnfinished(db)).includes(name),
    )
}

async function loadUnfinished(db: Kysely<Schema>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = 'item'::regclass and not indisvalid
      and (starts_with(relname, ${INDEX_PREFIX}) or starts_with(relname, ${UNIQUE_PREFIX}))`.execute(db)
  return rows.map(({ name }) => name)
}

/** Items that collide keep a unique index away, and nothing else: the portal goes on without it. */
async function create(
  db: Kysely<Schema>,
  plan: IndexPlan | UniquePlan,
  { alone, print }: Required<Options>,
): Promise<boolean> {
  try {
    await run(db, plan.statement, alone)
    return true
  } catch (error) {
    if (!('field' in plan) || violatedConstraint(error) === undefined) throw error
    await dropUnfinished(db, alone)
    for (const line of await toCollisions(db, plan)) print(line)
    return false
  }
}

/** When its turn comes, and if it is still wanted then. Writers go on while an index is built or dropped alone. */
async function run(
  db: Kysely<Schema>,
  statement: string,
  alone: Alone,
  isWanted = async (_own: Kysely<Schema>): Promise<boolean> => true,
): Promise<void> {
  const concurrently = statement.replace(/^(create (?:unique )?index|drop index)/, '$1 concurrently')
  if (!alone || concurrently === statement)
    return inTurn(db, async (transaction) => {
      if (await isWanted(transaction)) await sql.raw(statement).execute(transaction)
    })
  await alone(async (query) => {
    const isTurn = async () => (await query(`select pg_try_advisory_lock(${LOCK}) as "isTurn"`))[0]?.isTurn
    while (!(await isTurn())) await setTimeout(TURN_MS)
    if (await isWanted(db)) await query(concurrently)
  })
}

/**
 * Asks for its turn again and again: an index that is built concurrently is finished when all statements have ended that
 * were there before, and one that waits for its turn would be among them.
 */
async function inTurn(
  db: Kysely<Schema>,
  work: (transaction: Kysely<Schema>) => Promise<unknown>,
): Promise<void> {
  const tryOnce = () =>
    db.transaction().execute(async (transaction) => {
      await liftTimeLimits(transaction)
      const { rows } = await sql<{ isTurn: boolean }>`
        select pg_try_advisory_xact_lock(${sql.lit(LOCK)}) as is_turn`.execute(transaction)
      if (rows[0]?.isTurn) await work(transaction)
      return rows[0]?.isTurn
    })
  while (!(await tryOnce())) await setTimeout(TURN_MS)
}

async function loadExisting(db: Kysely<Schema>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = 'item'::regclass
      and (starts_with(relname, ${INDEX_PREFIX}) or starts_with(relname, ${UNIQUE_PREFIX}))
    union all
    select stxname from pg_statistic_ext
    where stxnamespace = current_schema()::regnamespace and starts_with(stxname, ${STATISTICS_PREFIX})`.execute(
    db,
  )
  return new Set(rows.map(({ name }) => name))
}
