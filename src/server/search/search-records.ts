// Stores the searches of an account, for its owner only, newest first.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const MAX_RECORDS = 50

export interface SearchRecord {
  readonly keyWord: string
  readonly times: number
  readonly searchedAt: string
}

export async function keepRecord(
  db: Kysely<Schema>,
  userId: string,
  keyWord: string,
  searchedAt: Date,
): Promise<void> {
  await db
    .insertInto('searchRecord')
    .values({ userId, keyWord, searchedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'keyWord'])
        .doUpdateSet({ times: sql<number>`search_record.times + 1`, searchedAt }),
    )
    .execute()
  await sql`delete from search_record where user_id = ${userId} and key_word in (
    select key_word from search_record where user_id = ${userId}
    order by searched_at desc, key_word offset ${MAX_RECORDS})`.execute(db)
}

export async function loadRecords(
  db: Kysely<Schema>,
  userId: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly records: SearchRecord[]; readonly total: number }> {
  const rows = await db
    .selectFrom('searchRecord')
    .select(['keyWord', 'times', 'searchedAt'])
    .where('userId', '=', userId)
    .orderBy('searchedAt', 'desc')
    .orderBy('keyWord')
    .execute()
  const records = rows.map((row) => ({ ...row, searchedAt: row.searchedAt.toISOString() }))
  return { records: records.slice((page - 1) * limit, page * limit), total: rows.length }
}

/** One word, or all of them. */
export async function deleteRecords(db: Kysely<Schema>, userId: string, keyWord?: string): Promise<number> {
  const own = db.deleteFrom('searchRecord').where('userId', '=', userId)
  const { numDeletedRows } = await (keyWord === undefined
    ? own
    : own.where('keyWord', '=', keyWord)
  ).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
