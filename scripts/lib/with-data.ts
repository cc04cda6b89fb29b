// Runs a command on the data of a portal: opens the existing database, migrates it, and closes it.
import type { Kysely } from 'kysely'
import { migrate } from '#server/platform/database/migrate.ts'
import { addressOf, openDatabase } from '#server/platform/database/open-database.ts'
import { requireData } from '#server/platform/database/require-data.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { readSettings } from '#server/platform/settings.ts'
import { toLine } from '#server/platform/system-error.ts'

/** Runs a command to its end; what it throws becomes one line and the exit code 1. */
export function withData(work: (db: Kysely<Schema>) => Promise<void>): void {
  run(work).catch((error: unknown) => {
    console.error(toLine(error))
    process.exitCode = 1
  })
}

async function run(work: (db: Kysely<Schema>) => Promise<void>): Promise<void> {
  const settings = readSettings(process.env)
  requireData(settings)
  const database = await openDatabase(addressOf(settings))
  try {
    await migrate(database.db)
    await work(database.db)
  } finally {
    await database.close()
  }
}
