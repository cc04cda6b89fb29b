// Migrates a database to the schema of this program.
import { type Kysely, sql } from 'kysely'
import { liftTimeLimits } from './lift-time-limits.ts'
import { MIGRATIONS, type SchemaMigration, withBaseline } from './migrations.ts'
import type { Schema } from './tables/schema.ts'

/** Any constant will do; it names this program's migrations among the advisory locks of the database. */
const LOCK = 7_318_204

/**
 * Applies what is missing, all or nothing, and returns the names applied.
 * Processes that start together wait for one another; the later ones find nothing left to do.
 */
export async function migrate(
  db: Kysely<Schema>,
  migrations: readonly SchemaMigration[] = MIGRATIONS,
): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    await liftTimeLimits(transaction)
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction)
    return applyMigrations(transaction, migrations)
  })
}

/** The same inside a transaction that does more. */
export async function applyMigrations(
  transaction: Kysely<Schema>,
  migrations: readonly SchemaMigration[],
): Promise<string[]> {
  await sql`
      create table if not exists migration (
        name text primary key,
        applied_at timestamptz(3) not null default now()
      )`.execute(transaction)
  const applied = await loadApplied(transaction)
  refuseNewer(applied, migrations)
  const pending = migrations.filter(({ name }) => !applied.has(name))
  for (const { name, up } of pending) {
    await up(transaction)
    await transaction.insertInto('migration').values({ name, appliedAt: new Date() }).execute()
  }
  return pending.map(({ name }) => name)
}

async function loadApplied(db: Kysely<Schema>): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('migration').select('name').orderBy('name').execute()
  const names = rows.map(({ name }) => name)
  const applied = withBaseline(names)
  if (!applied)
    throw new Error(
      `数据库停在更早的版本（${names.at(-1)}），不能直接升级：请先用 0.1.0 版的程序启动一次，再启动本程序`,
    )
  if (applied !== names) {
    await db.deleteFrom('migration').execute()
    await db
      .insertInto('migration')
      .values(applied.map((name) => ({ name, appliedAt: new Date() })))
      .execute()
  }
  return new Set(applied)
}

/** An older program would write rows that the newer one does not understand. */
function refuseNewer(applied: ReadonlySet<string>, migrations: readonly SchemaMigration[]): void {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied].filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new Error(`数据库的版本比程序新，不能启动（未知的迁移：${unknown.join('、')}）`)
}
