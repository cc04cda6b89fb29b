// Owns the assembly of the services that handlers use.
import { ReadCache } from './cache/read-cache.ts'
import type { Services } from './call.ts'
import { writeAudit } from './accounts/audit.ts'
import type { DatabaseHandle } from './database/database-handle.ts'
import type { ConfigurationSource } from './configuration/configuration-source.ts'

export async function buildServices(
  database: DatabaseHandle,
  source: ConfigurationSource,
  clock: () => Date = () => new Date(),
): Promise<Services> {
  return {
    database,
    db: database.db,
    cache: new ReadCache(database),
    model: () => source.model,
    clock,
    audit: (entry, transaction) => writeAudit(transaction ?? database.db, entry),
  }
}
