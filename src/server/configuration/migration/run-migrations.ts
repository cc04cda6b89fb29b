// Runs the migrations that were not applied yet and stores each run with its changes.
import type { Kysely } from 'kysely'
import type { Problem } from '#config/load/problem.ts'
import type { ReadText } from '#config/load/read-folder.ts'
import type { RecordModel } from '#config/records/record-model.ts'
import { dropTriggers } from '#server/content/indexes/ensure-limits.ts'
import type { Services } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import type { Migration } from '#shared/model/migration-model.ts'
import type { Model } from '#shared/model/model.ts'
import { applyMigrationSteps, courseOf } from './apply-migration.ts'
import type { ChangeSummary, MigrationRun } from './change-summary.ts'
import { migrationProblem } from './describe-problem.ts'
import { lockRecords } from './record-sources.ts'

interface MigrationResult {
  readonly runs: readonly MigrationRun[]
  readonly problems: readonly Problem[]
  /** As what the records are written now. */
  readonly records: RecordModel
  readonly topics: ReadonlySet<string>
}

type Needs = Pick<Services, 'db' | 'database' | 'audit' | 'clock'>

interface MigrationScope {
  readonly from: RecordModel
  readonly now: RecordModel
  readonly read: ReadText
}

/** In the order of their names; ends at the first that says something of what is not there. */
export async function runMigrations(
  services: Needs,
  model: Model,
  { from, now, read }: MigrationScope,
): Promise<MigrationResult> {
  const { db } = services
  const known = await loadRuns(db)
  const problems = findRewritten(model.migrations, known, read)
  const pending = model.migrations.filter(({ name }) => !known.has(name))
  const runs: MigrationRun[] = []
  const topics = new Set<string>()
  let records = from
  if (pending.length > 0) {
    await lockRecords(db)
    await dropTriggers(db)
  }
  for (const migration of problems.length > 0 ? [] : pending) {
    const course = courseOf(migration.steps, records, now)
    if ('at' in course) {
      problems.push(nothingThere(migration, course.at, read))
      break
    }
    const run = await noteRun(services, migration, records)
    const { secrets } = services.database
    const applied = await applyMigrationSteps({ db, model, next: now, secrets, run }, course)
    for (const topic of applied.topics) topics.add(topic)
    runs.push({ migration, tallies: applied.tallies })
    records = course.models.at(-1) ?? records
    await services.audit(
      {
        actor: null,
        action: 'records.migrate',
        target: migration.name,
        result: 'ok',
        detail: { digest: migration.code, entries: countOf(applied.tallies) },
      },
      db,
    )
  }
  return { runs, problems, records, topics }
}

const countOf = (tallies: readonly ChangeSummary[]): number =>
  tallies.flatMap((summary) => [...summary.values()]).reduce((sum, count) => sum + count, 0)

/** Code by name of what was applied and not taken back. */
async function loadRuns(db: Kysely<Schema>): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('recordRun')
    .select(['name', 'code'])
    .where('undoneAt', 'is', null)
    .execute()
  return new Map(rows.map(({ name, code }) => [name, code]))
}

function findRewritten(
  migrations: readonly Migration[],
  known: ReadonlyMap<string, string>,
  read: ReadText,
): Problem[] {
  return migrations
    .filter(({ name, code }) => known.has(name) && known.get(name) !== code)
    .map((migration) =>
      migrationProblem(migration, read, {
        slug: 'migration_rewritten',
        message: `迁移“${migration.title}”已执行，此后改动的步骤不会再执行：请改回，另写新文件`,
      }),
    )
}

function nothingThere(migration: Migration, at: number, read: ReadText): Problem {
  const step = migration.steps[at]
  const of = step && 'from' in step ? step.from : (step?.name ?? '')
  const within = step?.in ? `“${step.in}”中的` : ''
  return migrationProblem(migration, read, {
    slug: 'migration_nothing',
    message: `第 ${at + 1} 步写明的${within}“${of}”在已有内容中不存在：请检查名称，或删去此步`,
    at,
  })
}

async function noteRun(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { name, title, code, steps }: Migration,
  records: RecordModel,
): Promise<number> {
  const row = { name, title, code, steps: JSON.stringify(steps), appliedAt: clock() }
  const { no } = await db
    .insertInto('recordRun')
    .values({ ...row, records: JSON.stringify(records) })
    .returning('no')
    .executeTakeFirstOrThrow()
  return no
}

/**
 * Marks all migrations as applied where no configuration was accepted before: the records already match the
 * configuration.
 */
export async function noteInitial(db: Kysely<Schema>, model: Model, at: Date): Promise<void> {
  for (const { name, title, code, steps } of model.migrations)
    await db
      .insertInto('recordRun')
      .values({ name, title, code, steps: JSON.stringify(steps), appliedAt: at })
      .execute()
}
