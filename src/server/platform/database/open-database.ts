// Opens PostgreSQL or the built-in PGlite.
import type { Settings } from '#server/platform/settings.ts'
import type { DatabaseHandle, OpenOptions } from './database-handle.ts'
import { openPglite } from './pglite/pglite-database.ts'
import { openPostgres } from './postgres-database.ts'

/** Opens the database without migrating it. Throws one clear Chinese line when it is refused or out of reach. */
export function openDatabase(options: OpenOptions): Promise<DatabaseHandle> {
  return options.url ? openPostgres(options.url, options) : openPglite(options)
}

/** What commands open: past a pooler, since they run long. */
export const addressOf = ({
  databaseUrl,
  listenUrl,
  dataDir,
}: Pick<Settings, 'databaseUrl' | 'listenUrl' | 'dataDir'>): Pick<OpenOptions, 'url' | 'dataDir'> => {
  const url = listenUrl ?? databaseUrl
  return { dataDir, ...(url ? { url } : {}) }
}
