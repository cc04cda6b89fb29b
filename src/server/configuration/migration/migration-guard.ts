// Checks that a configuration loses, orphans and hides no stored records before it is served.
import type { Kysely } from 'kysely'
import type { Problem } from '#config/load/problem.ts'
import { type ReadText, readerOf } from '#config/load/read-folder.ts'
import { findChanges } from '#config/records/find-record-changes.ts'
import { digestRecords, type RecordModel, recordModelOf } from '#config/records/record-model.ts'
import { findChangedMeasures } from '#server/content/parameters/keep-field-units.ts'
import type { Services } from '#server/platform/call.ts'
import { liftTimeLimits } from '#server/platform/database/lift-time-limits.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Model } from '#shared/model/model.ts'
import { formatChangeSummary, type MigrationRun } from './change-summary.ts'
import { countAffected } from './count-affected.ts'
import { changeProblem, planProblem } from './describe-problem.ts'
import { lockGuard } from './record-sources.ts'
import { noteInitial, runMigrations } from './run-migrations.ts'

interface MigrationGuardOptions {
  /** Folder of the model's files. */
  readonly root: string
  /** The model's files, where they are not those of the folder. */
  readonly read?: ReadText
  /** True to apply migrations that are not confirmed in their files, because the caller asked for it. */
  readonly isConfirmed?: boolean
}

interface MigrationGuardResult {
  readonly problems: readonly Problem[]
  /** The effects of the migrations that were not applied yet, also when another problem blocks the configuration. */
  readonly runs: readonly MigrationRun[]
  /** Content types whose records are others now. */
  readonly topics: ReadonlySet<string>
}

type Needs = Pick<Services, 'db' | 'database' | 'audit' | 'clock'>

/** Everything that was done in the transaction is taken back with it. */
class Refusal extends Error {
  readonly result: MigrationGuardResult

  constructor(result: MigrationGuardResult) {
    super('The gate stays shut')
    this.result = result
  }
}

/**
 * Accepts the model and applies its migrations, or returns the problems; a rejected model leaves everything
 * unchanged.
 */
export async function passMigrationGuard(
  services: Needs & Pick<Services, 'cache'>,
  model: Model,
  options: MigrationGuardOptions,
): Promise<readonly Problem[]> {
  if ((await loadAcceptedHash(services.db)) === model.hash) return []
  const { problems, topics } = await runMigrationGuard(services, model, options)
  if (problems.length === 0) for (const topic of topics) services.cache.changed(topic)
  return problems
}

/** Same as `passMigrationGuard` with the full result; with `isTrial` everything is rolled back in any case. */
export async function runMigrationGuard(
  services: Needs,
  model: Model,
  { isTrial = false, ...options }: MigrationGuardOptions & { readonly isTrial?: boolean },
): Promise<MigrationGuardResult> {
  const result = await services.db
    .transaction()
    .execute(async (transaction) => {
      const found = await acceptModel({ ...services, db: transaction }, model, options)
      if (isTrial || found.problems.length > 0) throw new Refusal(found)
      return found
    })
    .catch((error: unknown) => {
      if (error instanceof Refusal) return error.result
      throw error
    })
  // A rolled back run leaves as many dead rows as a committed one.
  if (result.runs.length > 0) await services.database.tidy()
  return result
}

/**
 * Accepts the model within the transaction of `services`, which holds the lock of the guard until its end. Where there
 * are problems, the caller rolls it back.
 */
export async function acceptModel(
  services: Needs,
  model: Model,
  options: MigrationGuardOptions,
): Promise<MigrationGuardResult> {
  await liftTimeLimits(services.db)
  await lockGuard(services.db)
  return evaluateMigration(services, model, options)
}

const NOTHING: MigrationGuardResult = { problems: [], runs: [], topics: new Set() }

async function evaluateMigration(
  services: Needs,
  model: Model,
  options: MigrationGuardOptions,
): Promise<MigrationGuardResult> {
  const { db, clock } = services
  const read = options.read ?? readerOf(options.root)
  const now = recordModelOf(model)
  const accepted = await loadAccepted(db)
  if (!accepted) {
    const problems = await findChangedMeasures(db, model, read)
    if (problems.length > 0) return { ...NOTHING, problems }
    await noteInitial(db, model, clock())
    await saveAccepted(db, model, now, clock())
    return NOTHING
  }
  const done = await runMigrations(services, model, { from: accepted.records, now, read })
  const isSame = done.runs.length === 0 && accepted.digest === digestRecords(now)
  const problems = [
    ...done.problems,
    ...(isSame ? [] : await concernedBy(db, done.records, { model, now, read })),
    ...(await findChangedMeasures(db, model, read)),
  ]
  const waiting = options.isConfirmed ? [] : done.runs.filter(({ migration }) => !migration.isConfirmed)
  if (problems.length === 0) problems.push(...waiting.map((run) => planProblem(run, read)))
  if (problems.length === 0) await saveAccepted(db, model, now, clock())
  return { problems, runs: done.runs, topics: done.topics }
}

interface Next {
  readonly model: Model
  readonly now: RecordModel
  readonly read: ReadText
}

/**
 * Returns the problems of changes that affect records as they are stored in the transaction, written under `records`.
 */
async function concernedBy(
  db: Kysely<Schema>,
  records: RecordModel,
  { model, now, read }: Next,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const change of findChanges(records, now)) {
    const held = formatChangeSummary(await countAffected(db, change, model))
    if (held !== '') problems.push(changeProblem(change, held, read))
  }
  return problems
}

/** Of all configurations; cheap to ask for. */
async function loadAcceptedHash(db: Kysely<Schema>): Promise<string | undefined> {
  return (await db.selectFrom('acceptedModel').select('modelHash').executeTakeFirst())?.modelHash
}

interface Accepted {
  readonly digest: string
  readonly records: RecordModel
}

async function loadAccepted(db: Kysely<Schema>): Promise<Accepted | undefined> {
  const row = await db.selectFrom('acceptedModel').select(['digest', 'records']).executeTakeFirst()
  return row && { digest: row.digest, records: row.records as RecordModel } // written below
}

async function saveAccepted(
  db: Kysely<Schema>,
  { hash }: Pick<Model, 'hash'>,
  records: RecordModel,
  at: Date,
): Promise<void> {
  const row = {
    modelHash: hash,
    digest: digestRecords(records),
    records: JSON.stringify(records),
    acceptedAt: at,
  }
  await db
    .insertInto('acceptedModel')
    .values(row)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(row))
    .execute()
}
