// Remembers for half an hour who has viewed what, so that all processes together count it once.
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** In ms. */
export const SEEN_FOR = 30 * 60_000

/** Hides the reader; the same for all processes. */
const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** Returns those of the keys that no process has counted in the last half hour, and remembers them. */
export async function takeUnseen(
  db: Kysely<Schema>,
  keys: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  const byDigest = new Map(keys.map((key) => [digestOf(key), key]))
  // In one order, so that two servers never wait for each other.
  const digests = [...byDigest.keys()].sort()
  const { rows } = await sql<{ digest: string }>`
    insert into seen_view as known (digest, seen_at)
    select digest, ${now}::timestamptz from unnest(${digests}::text[]) as t (digest)
    on conflict (digest) do update set seen_at = excluded.seen_at
      where known.seen_at <= ${new Date(now.getTime() - SEEN_FOR)}
    returning digest`.execute(db)
  return rows.map(({ digest }) => byDigest.get(digest) as string)
}

export async function forgetSeenViews(db: Kysely<Schema>, now: Date): Promise<void> {
  await sql`delete from seen_view where seen_at <= ${new Date(now.getTime() - SEEN_FOR)}`.execute(db)
}
