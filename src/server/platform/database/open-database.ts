// Opens PostgreSQL or the built-in PGlite.
import type { DatabaseHandle, OpenOptions } from './database-handle.ts'
import { openPglite } from './pglite/pglite-database.ts'
import { openPostgres } from './postgres-database.ts'

/** Opens the database without migrating it. Throws one clear Chinese line when it is refused or out of reach. */
export function openDatabase(options: OpenOptions): Promise<DatabaseHandle> {
  return options.url ? openPostgres(options.url, options) : openPglite(options)
}
