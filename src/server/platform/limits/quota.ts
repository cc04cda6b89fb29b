// Limits the uses of a key in a span of time over all server processes.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

export interface Limit {
  readonly most: number
  /** Milliseconds. */
  readonly span: number
}

/**
 * Counts one use of a key, over all server processes. Returns 0 if the use was within the limit, otherwise the
 * seconds to wait. `span` of the limit is in milliseconds; it begins with the first use. It runs one statement, so
 * that two processes never take the same use.
 *
 * @example
 * const wait = await takeQuota(db, `sms:${accountId}`, { most: 5, span: 3_600_000 }, services.clock())
 * if (wait > 0) throw new Failure('TOO_MANY_REQUESTS')
 */
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

/** One use that came to nothing. */
export async function giveUseBack(db: Kysely<Schema>, key: string): Promise<void> {
  await db.updateTable('quota').set({ used: sql`greatest(used - 1, 0)` }).where('key', '=', key).execute()
}

export interface QuotaUse {
  readonly key: string
  readonly limit: Limit
}

/** One use of each that came to nothing; what was asked for in vain beyond the limit is forgotten with it. */
export async function giveUsesBack(db: Kysely<Schema>, uses: readonly QuotaUse[]): Promise<void> {
  for (const { key, limit } of uses)
    await db
      .updateTable('quota')
      .set({ used: sql`greatest(least(used, ${sql.lit(limit.most)}) - 1, 0)` })
      .where('key', '=', key)
      .execute()
}

export interface Lease {
  /** How many of the uses wished for are free under every limit. */
  readonly granted: number
  /** Milliseconds: until then the lease counts, or when nothing was granted, the refusal. */
  readonly until: number
}

/** Takes `amount` uses under each of several limits at once, in one statement; what is left over is given up. */
export async function takeLease(
  db: Kysely<Schema>,
  uses: readonly QuotaUse[],
  amount: number,
  now: Date,
): Promise<Lease> {
  const isOver = sql<boolean>`quota.ends_at <= ${now}`
  const rows = await db
    .insertInto('quota')
    .values(
      uses.map(({ key, limit }) => ({ key, used: amount, endsAt: new Date(now.getTime() + limit.span) })),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        used: sql`case when ${isOver} then 0 else quota.used end + excluded.used`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else quota.ends_at end`,
      }),
    )
    .returning(['key', 'used', 'endsAt'])
    .execute()
  const found = uses.map(({ key, limit }) => {
    const row = rows.find((candidate) => candidate.key === key)
    const before = (row?.used ?? 0) - amount
    return {
      free: Math.min(amount, Math.max(0, limit.most - before)),
      endsAt: row?.endsAt.getTime() ?? now.getTime(),
    }
  })
  const granted = Math.min(...found.map(({ free }) => free))
  const counting = granted > 0 ? found : found.filter(({ free }) => free === 0)
  const ends = counting.map(({ endsAt }) => endsAt)
  return { granted, until: granted > 0 ? Math.min(...ends) : Math.max(...ends) }
}

export async function deleteOldQuotas(db: Kysely<Schema>, now: Date): Promise<void> {
  await db.deleteFrom('quota').where('endsAt', '<', now).execute()
}
