// Makes a database as version 0.1.0 left it, by a dump of its schema.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'

/** Statements after a comment, with a blank line between each two. */
const [, ...STATEMENTS] = readFileSync(join(import.meta.dirname, 'earlier-schema.sql'), 'utf8')
  .trim()
  .split('\n\n')

/** Drops all that there is. */
export async function makeEarlierSchema(db: Kysely<Schema>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`drop schema public cascade`.execute(transaction)
    await sql`create schema public`.execute(transaction)
    // Functions stand before the tables that they read.
    await sql`set local check_function_bodies = off`.execute(transaction)
    for (const statement of STATEMENTS) await sql.raw(statement).execute(transaction)
  })
}
