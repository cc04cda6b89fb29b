// Prints the values that migrations removed from records, one JSON line for each.
import type { Kysely } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

const BATCH = 500

/** In the order in which it was archived; encrypted values come out as they went in. */
export async function printArchive(db: Kysely<Schema>, print: (line: string) => void): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('recordChange')
      .innerJoin('recordRun', 'recordRun.no', 'recordChange.run')
      .leftJoin('item', 'item.id', 'recordChange.key')
      .select(['recordChange.no', 'recordRun.name', 'place', 'key', 'archived', 'item.title'])
      .where('archived', 'is not', null)
      .where('recordRun.undoneAt', 'is', null)
      .where('recordChange.no', '>', last)
      .orderBy('recordChange.no')
      .limit(BATCH)
      .execute()
    for (const { name, place, key, archived, title } of rows)
      print(JSON.stringify({ migration: name, place, key, title, ...(archived as object) }))
    last = rows.at(-1)?.no ?? last
    if (rows.length < BATCH) return
  }
}
