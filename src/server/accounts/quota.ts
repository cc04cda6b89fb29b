// Owns limits that hold over all server processes: so many uses of a key in a span of time.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'

export interface Limit {
  readonly most: number
  /** Milliseconds. */
  readonly span: number
}

/** Takes one use; answers how many seconds to wait, 0 when the use was free. One statement, so that no two share one. */
export async function takeQuota(
  db: Kysely<Schema>,
  key: string,
  { most, span }: Limit,
  now: Date,
): Promise<number> {
  const endsAt = new Date(now.getTime() + span)
  const isOver = sql<boolean>`quota.ends_at <= ${now}`
  const row = await db
    .insertInto('quota')
    .values({ key, used: 1, endsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        used: sql`case when ${isOver} then 1 else least(quota.used, ${sql.lit(most)}) + 1 end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else quota.ends_at end`,
      }),
    )
    .returning(['used', 'endsAt'])
    .executeTakeFirstOrThrow()
  return row.used <= most ? 0 : Math.max(1, Math.ceil((row.endsAt.getTime() - now.getTime()) / 1000))
}

/** Counting starts anew. */
export async function giveQuotaBack(db: Kysely<Schema>, key: string): Promise<void> {
  await db.deleteFrom('quota').where('key', '=', key).execute()
}

export async function deleteOldQuotas(db: Kysely<Schema>, now: Date): Promise<void> {
  await db.deleteFrom('quota').where('endsAt', '<', now).execute()
}
