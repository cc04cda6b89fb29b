// Keeps the versions of cached content: every write increments them, every cached read checks them.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/**
 * Writes to one topic would queue behind one row until their commit reached the disk; spread over stripes they
 * commit together. A topic's version is the sum of its stripes, so every committed write changes it.
 */
const STRIPES = 16

/**
 * Increments the versions of topics, which are names of content types, so that cached answers about them expire.
 * Call it last in the transaction that changes the content: a row of each topic stays locked until the commit.
 *
 * @example
 * await bumpVersion(transaction, 'demand')
 */
export async function bumpVersion(transaction: Kysely<Schema>, ...topics: readonly string[]): Promise<void> {
  if (topics.length > 0) await sql`${bumpStatement(topics)}`.execute(transaction)
}

/** The same for a statement that does everything at once; `after` names the step of its WITH that must lock first. */
export function bumpStatement(topics: readonly string[], after?: string): ReturnType<typeof sql> {
  // In one order, so that two writes of the same topics wait for one another.
  const keys = [...new Set(topics)].sort().map((topic) => `${topic}#${Math.floor(Math.random() * STRIPES)}`)
  const rows = sql`unnest(${keys}::text[]) with ordinality as bumped (key, place)`
  // Counting the rows of that step completes it.
  const earlier = after === undefined ? sql`` : sql`(select count(*) from ${sql.ref(after)}) earlier, `
  return sql`insert into content_version (type, version)
    select key, 1 from ${earlier}${rows} order by place
    on conflict (type) do update set version = content_version.version + 1`
}
