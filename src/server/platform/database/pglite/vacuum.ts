// Vacuums and analyses the tables of PGlite, which has no background process for it. Changed rows leave dead versions
// that fill the tables, and plans are based on outdated statistics. On PostgreSQL autovacuum does this.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { every, type Task } from '#server/platform/scheduler/task.ts'

/** As autovacuum judges, but for small tables: nothing else is answered meanwhile. */
const MIN_CHANGED_ROWS = 500
const DEAD_SHARE = 0.2
const CHANGED_SHARE = 0.1
const TEN_MINUTES = 600_000

/** Answers the names of the tables that it went through, one by one, so that others come in between. Not in a transaction. */
export async function tidyTables(db: Kysely<Schema>): Promise<readonly string[]> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ name: string }>`
    select stat.relname as name from pg_stat_user_tables stat join pg_class class on class.oid = stat.relid
    where stat.n_dead_tup > ${sql.lit(MIN_CHANGED_ROWS)} + ${sql.lit(DEAD_SHARE)} * greatest(class.reltuples, 0)
      or stat.n_mod_since_analyze > ${sql.lit(MIN_CHANGED_ROWS)} + ${sql.lit(CHANGED_SHARE)} * greatest(class.reltuples, 0)
    order by stat.relname`.execute(db)
  for (const { name } of rows) await sql`vacuum analyze ${sql.table(name)}`.execute(db)
  return rows.map(({ name }) => name)
}

export const tidyTask: Task = {
  name: 'database.tidy',
  next: every(TEN_MINUTES),
  run: async ({ services: { database } }) => {
    await database.tidy()
  },
}
