// Merges the counts of ended connections, so that a total stays a sum of few rows.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** Of processes that start together one folds. */
const LOCK = 7_318_207

/** Rows that somebody is writing are left for the next time. */
export async function foldCounts(db: Kysely<Schema>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction)
    await sql`with picked as (
        select type, status, category, writer from item_count where writer <> 0 for update skip locked),
      gone as (
        delete from item_count using picked where item_count.type = picked.type and item_count.status = picked.status
          and item_count.category = picked.category and item_count.writer = picked.writer returning item_count.*)
      insert into item_count as kept
        select type, status, category, 0, sum(n) from gone group by 1, 2, 3 order by 1, 2, 3
        on conflict (type, status, category, writer) do update set n = kept.n + excluded.n`.execute(
      transaction,
    )
  })
}
