// Builds Kysely on a pool: camelCase columns, unchanged keys inside JSON.
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import { assertPayload, toChannelName } from './channel.ts'
import type { Schema } from './tables/schema.ts'

export function buildKysely(pool: PostgresPool): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

/** VACUUM takes as long as the tables are large, and may not run inside a transaction. */
export async function vacuumAnalyze(db: Kysely<Schema>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`vacuum analyze`.execute(connection)
  })
}

export async function sendNotification(db: Kysely<Schema>, channel: string, payload: string): Promise<void> {
  toChannelName(channel)
  assertPayload(payload)
  await sql`select pg_notify(${channel}, ${payload})`.execute(db)
}
