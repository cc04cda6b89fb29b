// Lifts the time limits of statements and locks for a long job: a migration, a bulk load.
import { type Kysely, sql } from 'kysely'
import type { Schema } from './tables/schema.ts'

/** Of the work between two statements; a job that is stopped for longer must not keep its locks. */
const IDLE = '60s'

/**
 * Lifts the time limits of statements and locks for one transaction that runs long, such as a migration. A
 * transaction that is idle for 60 seconds is still ended. `guardPool` lifts its limit too when it sees the
 * statement.
 *
 * @example
 * await db.transaction().execute(async (transaction) => {
 *   await liftTimeLimits(transaction)
 * })
 */
export async function liftTimeLimits(transaction: Kysely<Schema>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction)
  await sql`set local lock_timeout = 0`.execute(transaction)
  await sql`set local idle_in_transaction_session_timeout = ${sql.lit(IDLE)}`.execute(transaction)
}
